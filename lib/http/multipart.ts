import { isUtf8 } from 'node:buffer';
import { parse } from 'lambda-multipart-parser';
import { AppError, combineFaults, type FieldFault } from '../base/app-error.ts';
import { limits } from '../base/limits.ts';
import { boundaryOf, scanMultipart, type ScannedPart } from './multipart-scan.ts';
import { shownName } from '../base/shortened.ts';

/** One part of a form, in the order sent. */
export type FormPart =
  | { kind: 'file'; name: string; fileName: string; bytes: Buffer }
  | { kind: 'text'; name: string; value: string };

/** Time limit of the parser, whose input is complete in memory. It needs only milliseconds. */
const settleMilliseconds = 5_000;

/**
 * Reads a `multipart/form-data` body.
 *
 * lambda-multipart-parser crashes the process on a truncated body, never settles when data follows a delimiter, drops
 * empty files, returns only the last of repeated fields, and lets a text field `files` overwrite its results. Therefore
 * the body is scanned first. Files are views into the body. Text fields go to the parser in a separate body, named by
 * their position, so that names cannot collide.
 *
 * @throws AppError `unsupported-content-type`, `malformed-multipart` or `invalid-field` when the body is invalid,
 * `file-too-large` when it has too many parts
 */
export async function readMultipart(contentType: string | undefined, body: Buffer): Promise<FormPart[]> {
  const boundary = boundaryOf(contentType);
  const scanned = scanMultipart(body, boundary);
  const texts = scanned.filter(({ fileName }) => fileName === undefined);
  checkTexts(texts);
  const values = (await parsedTexts(texts, boundary)).values();
  return scanned.map(({ name, fileName, content }) =>
    fileName === undefined
      ? { kind: 'text', name, value: textOf(values.next().value) }
      : { kind: 'file', name, fileName, bytes: content },
  );
}

/** The values of the text fields, in order. */
async function parsedTexts(texts: readonly ScannedPart[], boundary: string): Promise<unknown[]> {
  if (texts.length === 0) return [];
  const form = await settled(
    parse({
      headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
      body: numbered(texts, boundary),
    }),
  );
  return texts.map((_, index) => form[`p${index}`]);
}

function checkTexts(parts: readonly ScannedPart[]): void {
  const faults: FieldFault[] = [];
  for (const { name, content } of parts) {
    const fault = (message: string) =>
      faults.push({ code: 'invalid-field', field: shownName(name), message });
    if (content.length > limits.textField) fault(`must have at most ${limits.textField} bytes`);
    else if (!isUtf8(content)) fault('must be UTF-8 text, or a file part with a file name');
  }
  if (faults.length > 0) throw combineFaults(faults);
}

/** Builds a body of the text fields `p0`, `p1`, … */
function numbered(texts: readonly ScannedPart[], boundary: string): Buffer {
  const pieces = texts.flatMap(({ content }, index) => {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="p${index}"\r\n\r\n`;
    return [Buffer.from(head, 'latin1'), content, Buffer.from('\r\n')];
  });
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`, 'latin1')]);
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new Error('lambda-multipart-parser lost a text field');
  return value;
}

async function settled<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new AppError('malformed-multipart', 'The body is not valid multipart/form-data.')),
      settleMilliseconds,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
