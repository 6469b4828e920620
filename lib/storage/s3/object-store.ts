import type { S3Client } from '@aws-sdk/client-s3';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '../../base/limits.ts';
import { attachment } from '../../base/file-name.ts';
import { type ClientSource, openedOnce } from '../lazy-client.ts';
import { bodyOf, readWhole } from './object-body.ts';
import { type Content, sizeOf } from '../../files/produced-file.ts';
import type { SignedRequest } from '../../files/signed-request.ts';

const preconditionFailed = 412;

/** The object is missing, or is no longer the requested version. */
export class ObjectChanged extends Error {
  override readonly name = 'ObjectChanged';
  /** Whether the object is missing, as opposed to another version. */
  readonly isMissing: boolean;

  constructor(status: number, cause: unknown) {
    super(`The object has changed or does not exist: ${status}`, { cause });
    this.isMissing = status !== preconditionFailed;
  }
}

/** An object that is being read. */
export interface OpenObject {
  stream: Readable;
  /** Size of the stream in bytes. */
  size: number;
  eTag: string;
  /** The object's metadata, by name without `x-amz-meta-`. */
  metadata: Record<string, string>;
}

/** Validity of a request for another function, which uses it within its own time limit. Lambda's longest is as long. */
const handOverSeconds = 15 * 60;

/** Not found and precondition failed. S3 returns 403 for a missing object to a role without permission to list. */
const changedStatuses = [403, 404, preconditionFailed];

/** Attempts to send a stream, and the pause after the first attempt in milliseconds. */
const streamTries = { most: 3, pause: 100 };

/** The status of a response that the SDK reports as an error; undefined if there was no response. */
export const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } } | undefined)?.$metadata?.httpStatusCode;

/** Whether a retry can succeed: the connection broke, or S3 was at fault. */
const isTransient = (error: unknown): boolean => (statusOf(error) ?? 500) >= 500;

/** Access to the bucket's objects, as files and uploads need it. */
export class ObjectStore {
  /** Opens the client with the first call. */
  readonly client: () => Promise<S3Client>;
  readonly bucket: string;

  constructor(client: ClientSource<S3Client>, bucket: string) {
    this.client = openedOnce(client);
    this.bucket = bucket;
  }

  /** Stores `content` and returns its ETag. S3 rejects content that does not match `sha256` (hex). */
  async put(key: string, content: Content, contentType: string, sha256: string): Promise<string> {
    for (let count = 1; ; count += 1) {
      const body = bodyOf(content);
      try {
        return await this.#send(key, { body, size: sizeOf(content), contentType, sha256 });
      } catch (error) {
        // The SDK retries bytes but not a stream, of which it has only the rest.
        if (!(body instanceof Readable)) throw error;
        body.destroy();
        if (count === streamTries.most || !isTransient(error)) throw error;
        await sleep(streamTries.pause * count);
      }
    }
  }

  async #send(
    key: string,
    object: { body: Uint8Array | Readable; size: number; contentType: string; sha256: string },
  ): Promise<string> {
    const { body, size, contentType, sha256 } = object;
    const { PutObjectCommand } = await import('./sdk.ts');
    const command = new PutObjectCommand({
      Bucket: this.bucket,
      Key: key,
      Body: body,
      ContentLength: size,
      ContentType: contentType,
      // Already known: as the checksum it saves S3's default CRC-32, and as the signed payload hash a second SHA-256.
      ChecksumSHA256: Buffer.from(sha256, 'hex').toString('base64'),
    });
    command.middlewareStack.add(
      (next) => (args) => {
        (args.request as { headers: Record<string, string> }).headers['x-amz-content-sha256'] = sha256;
        return next(args);
      },
      { step: 'build', name: 'knownPayloadHash' },
    );
    const client = await this.client();
    const { ETag = '' } = await client.send(command);
    return ETag;
  }

  /**
   * Reads an object, or the part between two offsets, both inclusive.
   *
   * @param eTag of the version to read; undefined reads the current version
   * @throws ObjectChanged when the object is missing, or is not the version with `eTag`
   */
  async open(
    key: string,
    { eTag, signal, range }: { eTag?: string | undefined; signal?: AbortSignal; range?: [number, number] },
  ): Promise<OpenObject> {
    const { GetObjectCommand } = await import('./sdk.ts');
    const client = await this.client();
    const command = new GetObjectCommand({
      Bucket: this.bucket,
      Key: key,
      ...(eTag === undefined ? {} : { IfMatch: eTag }),
      ...(range ? { Range: `bytes=${range[0]}-${range[1]}` } : {}),
    });
    try {
      const response = await client.send(command, signal ? { abortSignal: signal } : {});
      const { Body, ContentLength: size = 0, ETag = '', Metadata: metadata = {} } = response;
      return { stream: Body as Readable, size, eTag: ETag, metadata };
    } catch (error) {
      const status = statusOf(error);
      if (status === undefined || !changedStatuses.includes(status)) throw error;
      throw new ObjectChanged(status, error);
    }
  }

  /**
   * Reads an object of known size into one buffer.
   *
   * @throws ObjectChanged when the object is missing, or is not the version with `eTag`
   */
  async get(key: string, size: number, eTag?: string): Promise<Buffer> {
    return readWhole((await this.open(key, { eTag })).stream, Buffer.allocUnsafe(size));
  }

  async delete(key: string): Promise<void> {
    const { DeleteObjectCommand } = await import('./sdk.ts');
    const client = await this.client();
    await client.send(new DeleteObjectCommand({ Bucket: this.bucket, Key: key }));
  }

  /** Yields the objects whose keys start with `prefix` and follow `after`, in key order. Sizes in bytes. */
  async *list(
    prefix: string,
    { after, signal }: { after?: string; signal?: AbortSignal } = {},
  ): AsyncGenerator<{ key: string; size: number }> {
    const { paginateListObjectsV2 } = await import('./sdk.ts');
    const pages = paginateListObjectsV2(
      { client: await this.client() },
      { Bucket: this.bucket, Prefix: prefix, ...(after === undefined ? {} : { StartAfter: after }) },
      signal ? { abortSignal: signal } : undefined,
    );
    for await (const { Contents = [] } of pages) {
      for (const { Key: key = '', Size: size = 0 } of Contents) yield { key, size };
    }
  }

  /**
   * Returns a presigned GET of the object with that ETag, for another function. S3 rejects it when the object has
   * changed.
   */
  async presignRead(key: string, eTag: string): Promise<SignedRequest> {
    const { GetObjectCommand, getSignedUrl } = await import('./sdk.ts');
    const command = new GetObjectCommand({ Bucket: this.bucket, Key: key, IfMatch: eTag });
    const url = await getSignedUrl(await this.client(), command, { expiresIn: handOverSeconds });
    return { url, headers: { 'if-match': eTag } };
  }

  /** Returns a presigned PUT of an object of that type, for another function. */
  async presignWrite(key: string, contentType: string): Promise<SignedRequest> {
    const { PutObjectCommand, getSignedUrl } = await import('./sdk.ts');
    const command = new PutObjectCommand({ Bucket: this.bucket, Key: key, ContentType: contentType });
    const url = await getSignedUrl(await this.client(), command, {
      expiresIn: handOverSeconds,
      signableHeaders: new Set(['content-type']),
    });
    return { url, headers: { 'content-type': contentType } };
  }

  /** Returns a presigned GET that downloads the object as `fileName`. */
  async presignGet(key: string, fileName: string, contentType: string): Promise<string> {
    const { GetObjectCommand, getSignedUrl } = await import('./sdk.ts');
    return getSignedUrl(
      await this.client(),
      new GetObjectCommand({
        Bucket: this.bucket,
        Key: key,
        ResponseContentType: contentType,
        ResponseContentDisposition: attachment(fileName),
      }),
      { expiresIn: limits.urlSeconds },
    );
  }
}
