import {
  type FacturXDocumentType,
  type FacturXProfile,
  facturXProfiles,
} from '../../../../api/fields/finishing/factur-x.ts';
import { AppError } from '../../../../base/app-error.ts';
import { limits } from '../../../../base/limits.ts';
import { shortened } from '../../../../base/shortened.ts';
import { profileOf } from './invoice-profiles.ts';
import { InvoiceFault, readGuideline } from './read-guideline.ts';

/** The invoice of an electronic invoice, and what its PDF states about it. */
export interface Invoice {
  content: Uint8Array;
  profile: FacturXProfile;
  documentType: FacturXDocumentType;
  /** The version of the data model. */
  version: string;
}

/** What a request states about its invoice. */
export interface InvoiceOptions {
  facturXProfile?: FacturXProfile | undefined;
  facturXDocumentType?: FacturXDocumentType | undefined;
  anyInvoice?: boolean | undefined;
  facturXVersion?: string | undefined;
}

/** All versions of the profiles have this version of the data model. */
const usualVersion = '1.0';

/**
 * Checks an invoice, as far as its PDF depends on it.
 *
 * @throws AppError `file-too-large`, or `invalid-field`: for the file if it is no invoice or has no known profile, for
 *   `facturXProfile` if the invoice states another
 */
export function readInvoice(
  { field, content }: { field: string; content: Uint8Array },
  {
    facturXProfile: stated,
    facturXDocumentType: documentType = 'INVOICE',
    facturXVersion: version = usualVersion,
    anyInvoice,
  }: InvoiceOptions,
): Invoice {
  if (content.length > limits.invoiceBytes) {
    const most = `${limits.invoiceBytes / 1_000_000} MB`;
    throw AppError.inField('file-too-large', field, `is larger than ${most}, the limit for invoices`);
  }
  if (anyInvoice === true && stated) return { content, profile: stated, documentType, version };
  const guideline = guidelineIn(field, content);
  const found = profileOf(guideline);
  if (stated && found && stated !== found) {
    throw AppError.inField('invalid-field', 'facturXProfile', `must be ${found}, which the invoice states`);
  }
  const profile = stated ?? found;
  if (profile) return { content, profile, documentType, version };
  const shown = `'${shortened(guideline, 100)}'`;
  const message = `states the guideline ${shown}, which is not a known profile; set facturXProfile to one of ${facturXProfiles.join(', ')}`;
  throw AppError.inField('invalid-field', field, message);
}

function guidelineIn(field: string, content: Uint8Array): string {
  try {
    return readGuideline(content);
  } catch (error) {
    if (error instanceof InvoiceFault) throw AppError.inField('invalid-field', field, error.message);
    throw error;
  }
}
