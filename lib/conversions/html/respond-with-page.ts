import {
  type FileResponseOptions,
  respondWithFile,
  respondWithStoredFile,
} from '../../http/respond-with-files.ts';
import type { ServiceResponse } from '../../http/response.ts';
import type { RenderedPage } from './render-page.ts';

/** Responds with a rendered page, and with the number of its warnings in a header. */
export function respondWithPage(
  page: RenderedPage,
  delivery: Omit<FileResponseOptions, 'headers'>,
): Promise<ServiceResponse> {
  const headers = { 'x-render-warnings': String(page.file.warnings.length) };
  return page.kind === 'produced'
    ? respondWithFile(page.file, { ...delivery, headers })
    : respondWithStoredFile(page.file, { ...delivery, headers });
}
