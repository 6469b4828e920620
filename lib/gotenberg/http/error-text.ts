import { STATUS_CODES } from 'node:http';
import { problemTable, type ProblemContext } from '../../api/problem.ts';
import type { AppError, FieldError } from '../../base/app-error.ts';
import type { ServiceResponse } from '../../http/response.ts';
import { gotenbergStatuses } from '../error-statuses.ts';
import { nameOfOption } from '../fields/option-names.ts';
import { FormError } from '../form/form-error.ts';

/** An error as Gotenberg describes it. */
export interface ErrorText {
  status: number;
  text: string;
}

/** The errors of a form have Gotenberg's status and text, those of operations the status and text of the service. */
export function errorText(error: AppError): ErrorText {
  if (error instanceof FormError) return error;
  const { code, message } = error;
  const status = gotenbergStatuses[code] ?? problemTable[code].status;
  switch (code) {
    case 'unsupported-content-type':
      return { status, text: "Invalid 'Content-Type' header value: want 'multipart/form-data'" };
    case 'malformed-multipart':
      return message.includes('boundary parameter')
        ? { status: 415, text: "Invalid 'Content-Type' header value: no boundary" }
        : { status, text: "Malformed body: it does not match the 'Content-Type' header boundaries" };
    case 'file-too-large':
      return {
        status,
        text: `${message} Larger files can be sent by URL, in the form field 'downloadFrom'.`,
      };
    case 'unauthorized':
    case 'internal-error':
      return { status, text: STATUS_CODES[status] ?? message };
    default:
      return { status, text: error.errors.length > 0 ? fieldTexts(error.errors) : message };
  }
}

const fieldTexts = (errors: readonly FieldError[]): string =>
  `Invalid form data: ${errors.map(fieldText).join('\n')}`;

/** An error of an option names the field of the form; one of a file names the file. */
function fieldText({ field, message }: FieldError): string {
  const name = nameOfOption(field);
  return name === undefined ? `'${field}' ${message}` : `form field '${name}' ${message}`;
}

const plainText = 'text/plain; charset=UTF-8';

/** The response of a route for an error. */
export function errorResponse(error: AppError, _context: ProblemContext): ServiceResponse {
  const { status, text } = errorText(error);
  return {
    status,
    headers: error.retryAfterSeconds ? { 'retry-after': String(error.retryAfterSeconds) } : {},
    body: { text, contentType: plainText },
  };
}
