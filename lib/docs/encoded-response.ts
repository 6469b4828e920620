import type { ServiceResponse } from '../http/response.ts';
import type { Encoding } from './page-files.ts';

/** Content that is stored in several encodings. */
export interface EncodedContent {
  contentType: string;
  /** Identifies the content, the same for all encodings. */
  hash: string;
  read: (encoding: Encoding) => Promise<Uint8Array>;
}

export interface PageRequest {
  header: (name: string) => string | undefined;
}

/** Returns the best encoding that `Accept-Encoding` allows (RFC 9110, 12.5.3). */
export function encodingOf(acceptEncoding: string | undefined): Encoding {
  const weights = new Map(
    (acceptEncoding ?? '').split(',').map((item): [string, number] => {
      const [coding = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return [coding, weight === undefined ? 1 : Number(weight) || 0];
    }),
  );
  const weightOf = (coding: string): number => weights.get(coding) ?? weights.get('*') ?? 0;
  if (weightOf('br') > 0 && weightOf('br') >= weightOf('gzip')) return 'br';
  return weightOf('gzip') > 0 ? 'gzip' : 'identity';
}

/** Returns whether `If-None-Match` contains that entity tag, in weak comparison (RFC 9110, 13.1.2). */
function matches(ifNoneMatch: string | undefined, eTag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(eTag) || tags.includes('*');
}

/** Responds with content in the best encoding, or with 304 if the client has it. */
export async function respondEncoded(
  { contentType, hash, read }: EncodedContent,
  request: PageRequest,
  headers: Record<string, string> = {},
): Promise<ServiceResponse> {
  const encoding = encodingOf(request.header('accept-encoding'));
  // A strong tag: each encoding has different bytes.
  const eTag = `"${hash}-${encoding}"`;
  const all = { ...headers, etag: eTag, vary: 'Accept-Encoding', 'x-content-type-options': 'nosniff' };
  if (matches(request.header('if-none-match'), eTag)) return { status: 304, headers: all };
  return {
    status: 200,
    headers: { ...all, ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }) },
    body: { bytes: await read(encoding), contentType },
  };
}
