import { AppError } from '../../base/app-error.ts';
import { sizeOf } from '../../files/produced-file.ts';
import type { ServiceResponse } from '../../http/response.ts';
import { disposition, type Output } from './output.ts';
import { warningsHeader } from '../../base/warnings.ts';

/**
 * Responds with the bytes of a result.
 *
 * @param maximum the most that the response may contain, in bytes
 * @throws AppError `file-too-large`
 */
export function respondWithOutput(output: Output, maximum: number): ServiceResponse {
  const { fileName, contentType, content, warnings } = output;
  if (sizeOf(content) > maximum) {
    throw new AppError(
      'file-too-large',
      `The result has ${sizeOf(content)} bytes; a response of this route can have ${maximum}. Send fewer files, or use a webhook.`,
    );
  }
  return {
    status: 200,
    headers: {
      'content-disposition': disposition(fileName),
      ...warningsHeader(warnings),
    },
    body: { bytes: content, contentType },
  };
}
