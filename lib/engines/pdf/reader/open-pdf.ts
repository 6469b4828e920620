import { openEncryption } from '../encryption/open-encryption.ts';
import { WorkBudget } from '../work-budget.ts';
import { CrossReferenceError } from './cross-reference-error.ts';
import { readCrossReference } from './cross-reference.ts';
import { PdfFile } from './pdf-file.ts';
import { PdfSource } from './pdf-source.ts';
import { findCompressedObjects, findObjects } from './rebuild.ts';

export interface OpenOptions {
  /** Tried as user and owner password, after the empty password. */
  password?: string | undefined;
  /** The budget of the request that the file belongs to; by default a new one with the default limits. */
  budget?: WorkBudget;
}

/**
 * Opens a PDF. Repairs damage as far as possible and reports it in the source's `findings`.
 *
 * @throws InputFault `damaged-document`, `password-required`, `wrong-password` or `file-too-large`
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
 * Opens a source again by scanning the whole file, because its cross-reference is wrong.
 *
 * @throws InputFault `damaged-document` or `file-too-large`
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
