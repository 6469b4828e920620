import { AppError } from '../base/app-error.ts';
import type { ServiceResponse } from '../http/response.ts';
import { type PageRequest, respondEncoded } from './encoded-response.ts';
import type { PageFiles } from './page-files.ts';

/**
 * Responds with a file of the page.
 *
 * @throws AppError `not-found` when the file does not exist
 */
export async function respondWithPageFile(
  files: PageFiles,
  name: string,
  request: PageRequest,
  headers: Record<string, string>,
): Promise<ServiceResponse> {
  const file = files.find(name);
  if (!file) {
    throw new AppError(
      'not-found',
      'The file does not exist. The page may be of an earlier version; reload it.',
    );
  }
  return respondEncoded({ ...file, read: (encoding) => files.read(name, encoding) }, request, headers);
}
