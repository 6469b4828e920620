import { isUtf8 } from 'node:buffer';
import { parse } from 'lambda-multipart-parser';
import { AppError, combineFaults, type FieldFault } from '../app-error.ts';
import { limits } from '../limits.ts';
import { shownName } from './field-fault.ts';
import { boundaryOf, scanMultipart, type ScannedPart } from './multipart-scan.ts';

/** One part of a form, in the order in which it was sent. */
export type FormPart =
  | { kind: 'file'; name: string; fileName: string; bytes: Buffer }
  | { kind: 'text'; name: string; value: string };

/** How long the parser may take for a body that is complete in memory; it answers within milliseconds. */
const settleMilliseconds = 5_000;

/**
 * Reads a `multipart/form-data` body.
 *
 * lambda-multipart-parser crashes the process on a truncated body, never answers when rubbish follows a delimiter,
 * drops empty files, keeps the last of repeated fields, and lets a text field `files` overwrite its results. So the
 * body is checked first, and the parser gets it with the fields named by their position: nothing can collide, and
 * the order is known.
 *
 * @throws AppError `unsupported-content-type`, `malformed-multipart`, `file-too-large` (too many parts), `invalid-field`
 */
export async function readMultipart(contentType: string | undefined, body: Buffer): Promise<FormPart[]> {
  const boundary = boundaryOf(contentType);
  const scanned = scanMultipart(body, boundary);
  if (scanned.length === 0) return [];
  checkTexts(scanned);

  const form = await settled(
    parse({
      headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
      body: renumbered(scanned, boundary),
    }),
  );
  const files = new Map(form.files.map((file) => [file.fieldname, file.content]));
  return scanned.map(({ name, fileName, content }, index) => {
    if (fileName === undefined) return { kind: 'text', name, value: textOf(form[`p${index}`]) };
    const bytes = files.get(`p${index}`) ?? Buffer.alloc(0);
    if (bytes.length !== content.length) throw new Error('lambda-multipart-parser lost a part of a file');
    return { kind: 'file', name, fileName, bytes };
  });
}

function checkTexts(parts: readonly ScannedPart[]): void {
  const faults: FieldFault[] = [];
  for (const { name, fileName, content } of parts) {
    if (fileName !== undefined) continue;
    const fault = (message: string) =>
      faults.push({ code: 'invalid-field', field: shownName(name), message });
    if (content.length > limits.textField) fault(`must be a text of at most ${limits.textField} bytes`);
    else if (!isUtf8(content)) fault('must be a text in UTF-8, or a file part, which has a filename');
  }
  if (faults.length > 0) throw combineFaults(faults);
}

function renumbered(parts: readonly ScannedPart[], boundary: string): Buffer {
  const pieces = parts.flatMap(({ fileName, content }, index) => {
    const file = fileName === undefined ? '' : '; filename="file"\r\nContent-Type: application/octet-stream';
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="p${index}"${file}\r\n\r\n`;
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
      () => reject(new AppError('malformed-multipart', 'The body cannot be read as multipart/form-data.')),
      settleMilliseconds,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
