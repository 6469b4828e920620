import { createHash, createHmac } from 'node:crypto';
import type { InputFile } from '../files/input-file.ts';

/** What a client asks for, as its contract parsed it. */
export interface Payload {
  files?: Readonly<Record<string, InputFile | readonly InputFile[]>>;
  fields?: unknown;
  json?: unknown;
}

/** The digest under which an `Idempotency-Key` is stored. */
export const keyDigest = (key: string): string => createHash('sha256').update(key).digest('hex');

/**
 * A digest that is the same for the same payload, whatever boundaries, defaults written out and order of JSON keys it
 * was sent with. It depends on the client's key, which is not stored: so nobody who reads the table can try out
 * passwords on it.
 */
export function fingerprintOf(key: string, { files = {}, fields, json }: Payload): string {
  const described = Object.entries(files).map(([field, value]) => [field, [value].flat().map(describe)]);
  const payload = JSON.stringify({ files: Object.fromEntries(described) as unknown, fields, json }, sorted);
  return createHmac('sha256', key).update(payload).digest('hex');
}

/** Names count: results and assets are called by them. */
function describe({ fileName, source }: InputFile): Record<string, string> {
  if (source.kind === 'upload') return { fileName, object: source.upload.key, eTag: source.upload.eTag };
  return { fileName, sha256: createHash('sha256').update(source.bytes).digest('hex') };
}

/** A replacer for `JSON.stringify` that puts the keys of objects in order. */
function sorted(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
