import { ownEntry } from '../../base/own-entry.ts';
import { facturXDocumentTypes } from '../../api/fields/finishing/factur-x.ts';
import type { Form } from '../form/form.ts';
import { FormError } from '../form/form-error.ts';
import { parseBool } from '../form/go-values.ts';
import { emptyOrder, type NativeOrder } from './native-order.ts';

/** The levels of PDF/A, by Gotenberg's names. */
const levels: Readonly<Record<string, string>> = Object.fromEntries(
  ['1b', '2b', '2u', '2a', '3b', '3u', '3a'].map((level) => [`PDF/A-${level}`, level]),
);

const profiles: Readonly<Record<string, string>> = {
  MINIMUM: 'minimum',
  'BASIC WL': 'basicwl',
  BASIC: 'basic',
  'EN 16931': 'en16931',
  EXTENDED: 'extended',
  XRECHNUNG: 'xrechnung',
};

const unsupported =
  'The requested PDF format is not supported, or no PDF engine could apply it. Valid formats include PDF/A-1b, PDF/A-2b, PDF/A-3b, and PDF/UA.';

/** The conformance that a form asks for. */
export interface Formats {
  /** As the client wrote it; empty if it asks for none. */
  pdfa: string;
  pdfua: boolean;
}

export const readFormats = (form: Form): Formats => ({
  pdfa: form.text('pdfa'),
  pdfua: form.read('pdfua', parseBool) ?? false,
});

/** @throws FormError for a level that does not exist */
export function formatsOrder(
  { pdfa, pdfua }: Formats,
  message: (pdfa: string) => string = () => unsupported,
): NativeOrder {
  const order = emptyOrder();
  if (pdfa !== '') {
    const level = levels[pdfa];
    if (level === undefined) throw new FormError(message(pdfa));
    order.fields['pdfa'] = level;
  }
  if (pdfua) order.fields['pdfua'] = 'true';
  return order;
}

/** @throws FormError when half of it is missing, or the PDF format does not allow it */
export function facturXOrder(form: Form, { pdfa }: Formats): NativeOrder {
  const level = form.text('facturxConformanceLevel');
  const [xml] = form.side('facturxXml');
  if (level === '' && !xml) return emptyOrder();
  const invalid = (text: string) => new FormError(`Invalid form data: ${text}`);
  if (level === '') throw invalid("'facturxConformanceLevel' is required when 'facturxXml' is provided");
  if (!xml) throw invalid("'facturxXml' file is required when 'facturxConformanceLevel' is set");
  if (pdfa !== '' && !pdfa.startsWith('PDF/A-3')) {
    throw invalid(`Factur-X requires a PDF/A-3 variant (PDF/A-3a, PDF/A-3b, or PDF/A-3u), got '${pdfa}'`);
  }
  const type = form.text('facturxDocumentType');
  const version = form.text('facturxVersion');
  const fields = {
    facturXProfile: ownEntry(profiles, level) ?? level,
    ...(type === '' ? {} : { facturXDocumentType: type }),
  };
  return { fields, files: { facturX: [xml] }, ...(version === '' ? {} : { facturXVersion: version }) };
}

/** Adds a fault for a conformance level or document type that does not exist. */
export function checkFacturX(form: Form): void {
  const level = form.text('facturxConformanceLevel');
  if (level !== '' && ownEntry(profiles, level) === undefined) {
    form.faults.add(
      `form field 'facturxConformanceLevel' is invalid (got '${level}', resulting to unsupported conformance level '${level}')`,
    );
  }
  const type = form.text('facturxDocumentType');
  if (type !== '' && !facturXDocumentTypes.some((known) => known === type)) {
    form.faults.add(
      `form field 'facturxDocumentType' is invalid (got '${type}', resulting to unsupported document type '${type}')`,
    );
  }
}
