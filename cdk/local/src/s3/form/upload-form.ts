import { ByteReader, LineTooLong, UnexpectedEnd } from '../body/byte-reader.ts';
import { invalidArgument, S3Error } from '../s3-error.ts';

/** S3's limit for everything before the file, in bytes. */
const maxPreambleBytes = 20 * 1024;
const crlf = Buffer.from('\r\n');

/** A form of which the fields have been read and the file is about to come. */
export interface UploadForm {
  /** By lower-case name. */
  fields: Map<string, string>;
  /** The file's own name, without the path that some clients send. */
  fileName: string;
  /** The file's bytes; reading them to the end reads the whole form. */
  file: AsyncIterable<Buffer>;
}

/**
 * Reads `multipart/form-data` (RFC 7578) up to the file, which must be the last field that matters.
 * @throws S3Error `MalformedPOSTRequest`, `MaxPostPreDataLengthExceeded`, `InvalidArgument`, also from `file`
 */
export async function readUploadForm(source: AsyncIterable<Buffer>, boundary: string): Promise<UploadForm> {
  const reader = new ByteReader(source);
  try {
    return await readToFile(reader, boundary);
  } catch (error) {
    await reader.close();
    throw translate(error);
  }
}

async function readToFile(reader: ByteReader, boundary: string): Promise<UploadForm> {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const fields = new Map<string, string>();
  let room = maxPreambleBytes;
  const spend = (bytes: number) => {
    room -= bytes;
    if (room < 0) throw preambleTooLarge();
  };
  for await (const data of reader.until(delimiter.subarray(crlf.length))) spend(data.length);
  while (await anotherPart(reader)) {
    const { name, fileName, size } = await readPartHeaders(reader, room);
    spend(size);
    if (name === 'file') return { fields, fileName, file: readFile(reader, delimiter) };
    const chunks: Buffer[] = [];
    for await (const data of reader.until(delimiter)) {
      spend(data.length);
      chunks.push(data);
    }
    // Were a repeated field taken once by the policy and once by the store, the policy would be worth nothing.
    if (fields.has(name)) throw invalidArgument(`The form has the field ${name} more than once.`);
    fields.set(name, Buffer.concat(chunks).toString());
  }
  throw invalidArgument('POST requires exactly one file upload per request.');
}

async function* readFile(reader: ByteReader, delimiter: Buffer): AsyncGenerator<Buffer> {
  try {
    yield* reader.until(delimiter);
    await anotherPart(reader);
    // S3 ignores fields after the file.
    await reader.drain();
  } catch (error) {
    throw translate(error);
  } finally {
    await reader.close();
  }
}

/** What follows a delimiter: crlf and another part, or two hyphens and the end. */
async function anotherPart(reader: ByteReader): Promise<boolean> {
  const chunks: Buffer[] = [];
  for await (const data of reader.take(2)) chunks.push(data);
  const mark = Buffer.concat(chunks).toString('latin1');
  if (mark !== '\r\n' && mark !== '--') throw malformed();
  return mark === '\r\n';
}

async function readPartHeaders(
  reader: ByteReader,
  room: number,
): Promise<{ name: string; fileName: string; size: number }> {
  let size = 0;
  let parameters = new Map<string, string>();
  for (;;) {
    const line = await reader.line(Math.max(room - size, 2));
    size += Buffer.byteLength(line) + crlf.length;
    if (line === '') break;
    const match = /^content-disposition:\s*form-data\s*(;.*)$/i.exec(line);
    if (match !== null) parameters = parseParameters(match[1] ?? '');
  }
  const name = parameters.get('name')?.toLowerCase();
  if (name === undefined || name === '') throw malformed();
  const fileName = (parameters.get('filename') ?? '').replace(/^.*[/\\]/s, '');
  return { name, fileName, size };
}

/** Only `\"` is an escape: browsers leave backslashes in file names alone. */
function parseParameters(text: string): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const match of text.matchAll(/;\s*([\w*-]+)\s*=\s*(?:"((?:\\"|[^"])*)"|([^;\s]*))/g)) {
    const [, name = '', quoted, bare = ''] = match;
    parameters.set(name.toLowerCase(), quoted?.replaceAll('\\"', '"') ?? bare);
  }
  return parameters;
}

function translate(error: unknown): unknown {
  if (error instanceof UnexpectedEnd) return malformed();
  if (error instanceof LineTooLong) return preambleTooLarge();
  return error;
}

function malformed(): S3Error {
  return new S3Error(
    400,
    'MalformedPOSTRequest',
    'The body of your POST request is not well-formed multipart/form-data.',
  );
}

function preambleTooLarge(): S3Error {
  return new S3Error(
    400,
    'MaxPostPreDataLengthExceeded',
    'Your POST request fields preceding the upload file were too large.',
    { MaxPostPreDataLengthBytes: maxPreambleBytes },
  );
}
