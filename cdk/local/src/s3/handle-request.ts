import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Credentials, Log } from '../service.ts';
import { verifySignature, type VerifiedSignature } from '../sigv4.ts';
import { parseTarget } from '../sigv4/canonical-request.ts';
import type { Bucket } from './bucket.ts';
import { corsHeaders, preflight } from './cors.ts';
import { headersOf, indexQuery, type S3Request, type S3Response } from './request.ts';
import { findOperation, isUploadForm } from './router.ts';
import { notImplemented, S3Error } from './s3-error.ts';
import { checkKey } from './store/object-key.ts';
import type { Store } from './store/store.ts';

/** One request and the response to it. */
export interface Exchange {
  message: IncomingMessage;
  response: ServerResponse;
  /** The client sends the body only after `100 Continue`. */
  waitsForContinue: boolean;
  now: Date;
}

export interface Service {
  store: Store;
  buckets: ReadonlyMap<string, Bucket>;
  credentials: Credentials;
  log: Log;
}

/** Handles one request, whatever it is. Never rejects. */
export async function handleRequest(exchange: Exchange, service: Service): Promise<void> {
  const { message, response } = exchange;
  const requestId = randomBytes(8).toString('hex').toUpperCase();
  const bucket = service.buckets.get(/^\/([^/?]*)/.exec(message.url ?? '')?.[1] ?? '');
  // A connection that breaks is the end of an exchange, not an error of the server.
  message.on('error', () => undefined);
  response.on('error', () => undefined);
  let result: S3Response;
  try {
    result = await perform(exchange, service, bucket);
  } catch (error) {
    const s3Error = asS3Error(error);
    if (s3Error.status === 500 && !message.destroyed) {
      service.log(
        `S3: ${message.method ?? ''} failed: ${error instanceof Error ? String(error.stack) : String(error)}`,
      );
    }
    result = {
      status: s3Error.status,
      headers: { 'content-type': 'application/xml' },
      body: s3Error.toXml(requestId),
    };
  }
  try {
    await send(exchange, {
      ...result,
      headers: {
        ...result.headers,
        ...corsHeaders(bucket, message.method ?? '', message.headers.origin),
        'x-amz-request-id': requestId,
        'x-amz-id-2': requestId,
        server: 'AmazonS3',
      },
    });
  } catch {
    if (result.body instanceof Readable) result.body.destroy();
    response.destroy();
  }
}

async function perform(
  exchange: Exchange,
  service: Service,
  bucket: Bucket | undefined,
): Promise<S3Response> {
  const { message, response, now } = exchange;
  const { method = '', url = '' } = message;
  const { path, query } = parseTarget(url);
  const match = /^\/([^/]*)(?:\/(.*))?$/s.exec(path);
  if (match === null) throw new S3Error(400, 'InvalidURI', "Couldn't parse the specified URI.");
  const key = decodeURIComponent(match[2] ?? '');
  const request: S3Request = {
    message,
    query: indexQuery(query),
    signature: undefined,
    acceptBody: () => {
      if (exchange.waitsForContinue) response.writeContinue();
      exchange.waitsForContinue = false;
    },
  };
  const headers = headersOf(request);
  if (method === 'OPTIONS') return preflight(bucket, headers);

  const route = { method, key, query: request.query, headers };
  // The form's policy is checked by the operation itself, which has to read it first.
  if (!isUploadForm(route)) request.signature = verified(message, service.credentials, now);
  if (bucket === undefined) {
    if (match[1] === '' || (method === 'PUT' && key === ''))
      throw notImplemented('listing or creating buckets');
    throw new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist', {
      BucketName: match[1] ?? '',
    });
  }
  const operation = findOperation(route);
  if (operation === undefined) throw notImplemented(`${method} with these parameters`);
  if (key !== '') checkKey(key);
  const { store, credentials } = service;
  return await operation({ store, bucket, key, request, credentials, now });
}

function verified(message: IncomingMessage, credentials: Credentials, now: Date): VerifiedSignature {
  const { method = '', url: target = '', headers } = message;
  const verification = verifySignature({ method, target, headers }, credentials, 's3', now);
  if (verification.ok) return verification;
  throw new S3Error(verification.status, verification.code, verification.message);
}

async function send(
  { message, response, waitsForContinue }: Exchange,
  { status, headers = {}, body }: S3Response,
): Promise<void> {
  // A client that got no `100 Continue` may send its body all the same.
  if (waitsForContinue) response.setHeader('connection', 'close');
  const text = typeof body === 'string' ? { 'content-length': Buffer.byteLength(body) } : {};
  response.writeHead(status, { ...headers, ...text });
  if (body === undefined || typeof body === 'string')
    response.end(message.method === 'HEAD' ? undefined : body);
  else await pipeline(body, response);
  // What is left of a body that was rejected half-way; the connection can then serve the next request.
  message.resume();
}

function asS3Error(error: unknown): S3Error {
  if (error instanceof S3Error) return error;
  if (error instanceof URIError) return new S3Error(400, 'InvalidURI', "Couldn't parse the specified URI.");
  return new S3Error(500, 'InternalError', 'We encountered an internal error. Please try again.');
}
