import { openEncryption } from '../encryption/open-encryption.ts';
import { WorkBudget } from '../work-budget.ts';
import { CrossReferenceError } from './cross-reference-error.ts';
import { readCrossReference } from './cross-reference.ts';
import { PdfFile } from './pdf-file.ts';
import { PdfSource } from './pdf-source.ts';
import { findCompressedObjects, findObjects } from './rebuild.ts';

export interface OpenOptions {
  /** Tried as user and as owner password; the empty password is always tried first. */
  password?: string | undefined;
  /** The account of the request that the file belongs to; one with the default limits by default. */
  budget?: WorkBudget;
}

/**
 * Opens a PDF. What is damaged is repaired as far as it can be and told in the source's `findings`.
 *
 * @throws AppError `damaged-document`, `password-required`, `wrong-password` or `file-too-large`, without a field
 */
export function openPdf(bytes: Uint8Array, options: OpenOptions = {}): PdfSource {
  const budget = options.budget ?? new WorkBudget();
  try {
    return open(bytes, options.password, budget, false);
  } catch (error) {
    if (!(error instanceof CrossReferenceError)) throw error;
    return open(bytes, options.password, budget, true);
  }
}

/**
 * Opens a source again by reading the whole file, because its cross-reference turned out to be wrong.
 *
 * @throws AppError `damaged-document` or `file-too-large`
 */
export function reopenPdf(source: PdfSource): PdfSource {
  const { file, password } = source;
  file.release();
  return open(file.bytes, password, file.budget, true);
}

function open(
  bytes: Uint8Array,
  password: string | undefined,
  budget: WorkBudget,
  rebuild: boolean,
): PdfSource {
  const file = new PdfFile(bytes, budget, rebuild);
  try {
    const rebuilt = rebuild ? findObjects(file) : undefined;
    const trailer = rebuilt?.trailer ?? readCrossReference(file);
    file.decryption = openEncryption(file.context, trailer, password);
    if (rebuilt) findCompressedObjects(file, rebuilt);
    return new PdfSource(file, trailer, password);
  } catch (error) {
    file.release();
    throw error;
  }
}
