import { createHash, createHmac } from 'node:crypto';
import { type GivenFile, isUrlInput } from '../files/input-file.ts';

/** The content of a request, as its contract parsed it. */
export interface Payload {
  files?: Readonly<Record<string, GivenFile | readonly GivenFile[]>>;
  fields?: unknown;
  json?: unknown;
}

/** The digest under which an `Idempotency-Key` is stored. */
export const keyDigest = (key: string): string => createHash('sha256').update(key).digest('hex');

/**
 * Returns a digest that is equal for equal payloads, regardless of multipart boundaries, explicit defaults and the
 * order of JSON keys. It depends on the client's key, which is not stored, so nobody with access to the table can guess
 * passwords from it.
 */
export function fingerprintOf(key: string, { files = {}, fields, json }: Payload): string {
  const described = Object.entries(files).map(([field, value]) => [field, [value].flat().map(describe)]);
  const payload = JSON.stringify({ files: Object.fromEntries(described) as unknown, fields, json }, sorted);
  return createHmac('sha256', key).update(payload).digest('hex');
}

/** Includes file names, because results and assets are named after them. */
function describe(file: GivenFile): Record<string, string> {
  if (isUrlInput(file)) return { url: file.url };
  const { fileName, source } = file;
  if (source.kind === 'stored') return { fileName, object: source.object.key, eTag: source.object.eTag };
  return { fileName, sha256: createHash('sha256').update(source.bytes).digest('hex') };
}

/** A replacer for `JSON.stringify` that sorts the keys of objects. */
function sorted(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
