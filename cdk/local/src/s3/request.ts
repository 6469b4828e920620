import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { Credentials } from '../service.ts';
import type { VerifiedSignature } from '../sigv4.ts';
import type { QueryParameter } from '../sigv4/canonical-request.ts';
import type { Bucket } from './bucket.ts';
import type { Store } from './store/store.ts';

/** A request as the operations see it. */
export interface S3Request {
  message: IncomingMessage;
  /** Decoded parameters; of a repeated one the first counts. */
  query: ReadonlyMap<string, string>;
  /** Undefined for a form upload only, whose policy is signed instead. */
  signature: VerifiedSignature | undefined;
  /** Sends `100 Continue` to a client that waits for it. Called before the body is read. */
  acceptBody(): void;
}

/** What an operation works on. */
export interface OperationContext {
  store: Store;
  bucket: Bucket;
  /** Empty for an operation on the bucket. */
  key: string;
  request: S3Request;
  credentials: Credentials;
  now: Date;
}

export interface S3Response {
  status: number;
  headers?: Record<string, string | number>;
  body?: string | Readable;
}

export type Operation = (context: OperationContext) => S3Response | Promise<S3Response>;

/** Collects query parameters by name. */
export function indexQuery(query: QueryParameter[]): ReadonlyMap<string, string> {
  const index = new Map<string, string>();
  for (const [name, value] of query) if (!index.has(name)) index.set(name, value);
  return index;
}

/**
 * The header fields of a request by lower-case name, together with the `x-amz-…` ones that a presigned URL carries
 * in its query, where signers put them.
 */
export function headersOf({ message, query }: S3Request): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of query) {
    if (name.toLowerCase().startsWith('x-amz-')) headers[name.toLowerCase()] = value;
  }
  for (const [name, value] of Object.entries(message.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(',') : value;
  }
  return headers;
}
