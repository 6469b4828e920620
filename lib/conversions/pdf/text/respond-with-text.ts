import { AppError } from '../../../base/app-error.ts';
import { countBytes } from '../../../base/observability/span.ts';
import { type MemoryContent, type ProducedFile, sizeOf } from '../../../files/produced-file.ts';
import type { ServiceResponse } from '../../../http/response.ts';

/** Says which warnings a response has whose body is the text itself. */
const textWarningsHeader = 'x-text-warnings';

/**
 * Responds with the text itself.
 *
 * @param inlineBytes size of the largest response
 * @throws AppError `file-too-large`
 */
export function respondWithText(
  { content, contentType, warnings }: ProducedFile<MemoryContent>,
  { inlineBytes }: { inlineBytes: number },
): ServiceResponse {
  const size = sizeOf(content);
  if (size > inlineBytes) {
    const message = `has ${size} bytes of text, more than the ${inlineBytes} bytes of a response: select fewer pages, or request a job with Prefer: respond-async`;
    throw AppError.inField('file-too-large', 'file', message);
  }
  countBytes('output', size);
  return {
    status: 200,
    headers: { [textWarningsHeader]: warnings.map(({ code }) => code).join(', ') },
    body: { bytes: content, contentType },
  };
}
