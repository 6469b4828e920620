import { AppError } from '../base/app-error.ts';
import { limits, uploadHint } from '../base/limits.ts';
import { shownName } from '../base/shortened.ts';

/** The position and the headers of one part of a multipart body. */
export interface ScannedPart {
  name: string;
  /** Undefined for a text field. A part with an empty name is a file too: browsers send it for an empty file input. */
  fileName: string | undefined;
  /** The content, a view into the body. */
  content: Buffer;
}

const malformed = (detail: string): AppError => new AppError('malformed-multipart', detail);

const maxHeaderBytes = 16_384;
const CRLF = '\r\n';

/** RFC 2046, 5.1.1: 1 to 70 characters of a small set; the last one is not a space. */
const boundaryPattern = /^[0-9A-Za-z'()+_,./:=? -]{0,69}[0-9A-Za-z'()+_,./:=?-]$/;

/**
 * Returns the boundary of a `multipart/form-data` content type.
 *
 * @throws AppError `unsupported-content-type` when the type is another one, `malformed-multipart` when the boundary is
 * missing or invalid
 */
export function boundaryOf(contentType: string | undefined): string {
  if (!contentType || !/^multipart\/form-data\s*(;|$)/i.test(contentType.trim())) {
    throw new AppError(
      'unsupported-content-type',
      `The Content-Type header ${contentType ? 'must be' : 'is missing; it must be'} multipart/form-data.`,
    );
  }
  const match = /;\s*boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(contentType);
  const boundary = match?.[1] ?? match?.[2];
  if (!boundary || !boundaryPattern.test(boundary)) {
    throw malformed('The Content-Type header has no valid boundary parameter (RFC 2046, section 5.1.1).');
  }
  return boundary;
}

/**
 * Splits a multipart body (RFC 7578, RFC 2046) at its delimiters. Truncation, data around a delimiter and parts without
 * a name are errors: a lenient parser would silently drop a file that a client meant to send.
 *
 * @throws AppError `malformed-multipart` when the body is invalid, `file-too-large` when it has more parts than
 * `limits.parts`
 */
export function scanMultipart(body: Buffer, boundary: string): ScannedPart[] {
  const delimiter = Buffer.from(`${CRLF}--${boundary}`, 'latin1');
  const dashBoundary = delimiter.subarray(CRLF.length);
  let at = body.indexOf(dashBoundary) === 0 ? dashBoundary.length : 0;
  if (at === 0) {
    if (body.indexOf(delimiter) !== 0) {
      throw malformed('The body does not begin with the boundary from the Content-Type header.');
    }
    at = delimiter.length;
  }

  const parts: ScannedPart[] = [];
  for (;;) {
    if (body.subarray(at, at + 2).equals(Buffer.from('--'))) {
      if (
        body
          .subarray(at + 2)
          .toString('latin1')
          .trim() !== ''
      ) {
        throw malformed('The body has data after the closing delimiter.');
      }
      return parts;
    }
    if (parts.length === limits.parts) {
      throw new AppError(
        'file-too-large',
        `The request has more than ${limits.parts} parts, which is the limit. ${uploadHint}`,
      );
    }
    const lineEnd = body.indexOf(CRLF, at);
    if (lineEnd < 0) throw malformed('The body is truncated: its closing delimiter is missing.');
    if (!/^[ \t]*$/.test(body.subarray(at, lineEnd).toString('latin1'))) {
      throw malformed('The body has data between a delimiter and the end of its line.');
    }
    const headerStart = lineEnd + CRLF.length;
    const headerEnd = body.indexOf(`${CRLF}${CRLF}`, lineEnd);
    const contentStart = headerEnd + 4;
    const contentEnd = headerEnd < 0 ? -1 : body.indexOf(delimiter, contentStart);
    if (contentEnd < 0) throw malformed('The body is truncated: its closing delimiter is missing.');
    const header = body.subarray(headerStart, Math.max(headerStart, headerEnd));
    const content = body.subarray(contentStart, contentEnd);
    const misplaced =
      header.includes(dashBoundary) || content.subarray(0, dashBoundary.length).equals(dashBoundary);
    if (misplaced || header.length > maxHeaderBytes) {
      throw malformed(`Part ${parts.length + 1} has no valid header.`);
    }
    parts.push({ ...dispositionOf(header.toString('utf8'), parts.length + 1), content });
    at = contentEnd + delimiter.length;
  }
}

/**
 * Parses the part's Content-Disposition (RFC 7578, 4.2) and rejects transfer encodings, which RFC 7578, 4.7 deprecates.
 */
function dispositionOf(header: string, part: number): { name: string; fileName: string | undefined } {
  const lines = header.replaceAll(/\r\n[ \t]+/g, ' ').split(CRLF);
  const valuesOf = (name: string): string[] =>
    lines
      .filter((line) => line.slice(0, line.indexOf(':')).trim().toLowerCase() === name)
      .map((line) => line.slice(line.indexOf(':') + 1).trim());

  const encoding = valuesOf('content-transfer-encoding')[0]?.toLowerCase() ?? 'binary';
  if (!['7bit', '8bit', 'binary'].includes(encoding)) {
    throw malformed(`Part ${part} has a Content-Transfer-Encoding; send the bytes unencoded.`);
  }
  const [disposition, ...others] = valuesOf('content-disposition');
  if (disposition === undefined || others.length > 0 || !/^form-data\s*;/i.test(disposition)) {
    throw malformed(`Part ${part} needs one header "Content-Disposition: form-data" with a name.`);
  }
  const parameters = parametersOf(disposition);
  const name = parameters.get('name');
  if (name === undefined || name === '') throw malformed(`Part ${part} has no name.`);
  return { name, fileName: extendedValue(parameters.get('filename*')) ?? parameters.get('filename') };
}

/** `; key=token` and `; key="quoted"`. Clients escape quotes as `\"` (RFC 9110) or `%22` (WHATWG). Both are decoded. */
function parametersOf(disposition: string): Map<string, string> {
  const parameters = new Map<string, string>();
  const keyPattern = /;\s*([^\s=;"]+)\s*=\s*/g;
  for (let match = keyPattern.exec(disposition); match; match = keyPattern.exec(disposition)) {
    const key = (match[1] ?? '').toLowerCase();
    if (parameters.has(key))
      throw malformed(`A Content-Disposition header has two ${shownName(key)} parameters.`);
    const { value, end } = parameterValue(disposition, keyPattern.lastIndex);
    keyPattern.lastIndex = end;
    parameters.set(key, value.replaceAll('%22', '"').replaceAll(/%0D/gi, '\r').replaceAll(/%0A/gi, '\n'));
  }
  return parameters;
}

/** Returns the value of the parameter that starts at `start`, and where it ends. Reads each character once. */
function parameterValue(disposition: string, start: number): { value: string; end: number } {
  if (disposition[start] !== '"') {
    const semicolon = disposition.indexOf(';', start);
    const end = semicolon < 0 ? disposition.length : semicolon;
    return { value: disposition.slice(start, end).trim(), end };
  }
  const close = closingQuote(disposition, start + 1);
  if (close === undefined) throw malformed('A Content-Disposition header has an unclosed quote.');
  const value = disposition.slice(start + 1, close).replaceAll(/\\(["\\])/g, '$1');
  return { value, end: close + 1 };
}

/**
 * Returns the end of the quoted string whose content starts at `start`. Browsers do not escape backslashes: if every
 * quote follows a backslash, the last one closes the string.
 */
function closingQuote(text: string, start: number): number | undefined {
  let escaped: number | undefined;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '"') return at;
    const next = text[at + 1];
    if (text[at] !== '\\' || (next !== '"' && next !== '\\')) continue;
    at += 1;
    if (next === '"') escaped = at;
  }
  return escaped;
}

/** RFC 8187: `UTF-8''percent-encoded`. Undefined for any other format. */
function extendedValue(value: string | undefined): string | undefined {
  const match = /^utf-8'[^']*'(.*)$/i.exec(value ?? '');
  try {
    return match ? decodeURIComponent(match[1] ?? '') : undefined;
  } catch {
    return undefined;
  }
}
