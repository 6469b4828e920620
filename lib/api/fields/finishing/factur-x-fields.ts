import type { FileField } from '../../contract.ts';
import { limits } from '../../../base/limits.ts';
import { choiceField } from '../fields.ts';
import { facturXDocumentTypes, facturXProfiles } from './factur-x.ts';

/** `facturX`: the invoice as data. */
export const facturXFile = {
  description: `The invoice as XML, which makes the PDF an electronic invoice: Factur-X, ZUGFeRD 2 or XRechnung in ZUGFeRD. It is a Cross Industry Invoice (UN/CEFACT, D16B or D22B) in UTF-8 of at most ${limits.invoiceBytes / 1_000_000} MB: a file part, an upload id, a file id or an https URL. The result is PDF/A-3 and is validated, as with \`pdfa\`; the service does not validate the content of the invoice. Replaces an invoice that is already embedded. Cannot be combined with \`protect\`, or with levels of \`pdfa\` other than \`3b\`, \`3u\` and \`3a\`.`,
  contentTypes: ['text/xml', 'application/xml'],
  many: { min: 0, max: 1 },
} as const satisfies FileField;

/** `facturXProfile`: the profile that the PDF declares. */
export const facturXProfileField = choiceField(
  facturXProfiles,
  undefined,
  'Profile of the invoice in `facturX`. It must be the one that the invoice states. Default: the profile that the invoice states.',
  'en16931',
);

/** `facturXDocumentType`: the type of document that the PDF declares. */
export const facturXDocumentTypeField = choiceField(
  facturXDocumentTypes,
  undefined,
  'Document type of `facturX`, as declared in the PDF metadata. Default: `INVOICE`.',
  'INVOICE',
);
