import { type DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { AppError } from '../base/app-error.ts';
import { limits } from '../base/limits.ts';
import { readSmallFile } from '../base/small-files.ts';
import { type StoredFile, storedFile } from '../files/file-record.ts';
import type { FileStore } from '../files/file-store.ts';
import type { FileResponse } from '../api/responses/file-response.ts';
import { newId, timeOfId } from '../base/identifiers.ts';
import { ObjectChanged, type ObjectStore } from './s3/object-store.ts';
import { chunksOf, type Content, type ProducedFile, sizeOf } from '../files/produced-file.ts';
import type { SignedRequest } from '../files/signed-request.ts';

/** Results: the bytes in S3, the metadata in the jobs table under their owner. */
export class S3FileStore implements FileStore {
  readonly #objects: ObjectStore;
  readonly #documents: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #now: () => Date;

  constructor(
    objects: ObjectStore,
    documents: DynamoDBDocumentClient,
    table: string,
    now: () => Date = () => new Date(),
  ) {
    this.#objects = objects;
    this.#documents = documents;
    this.#table = table;
    this.#now = now;
  }

  async save(
    owner: string,
    { content: given, ...file }: ProducedFile<Content> & Pick<StoredFile, 'jobId'>,
    id: string = newId('file'),
  ): Promise<StoredFile> {
    // A stream from the disk would read it twice, and the SDK does not retry streams.
    const content = ('path' in given ? readSmallFile(given.path) : undefined) ?? given;
    const sha256 = await sha256Of(content);
    // In parallel: a record whose object failed is never returned, and expires as an object without a record does.
    const [record] = await Promise.all([
      this.record(owner, { ...file, size: sizeOf(content), sha256 }, id),
      this.#objects.put(objectKey(owner, id), content, file.contentType, sha256),
    ]);
    return record;
  }

  writeRequest(owner: string, id: string, contentType: string): Promise<SignedRequest> {
    return this.#objects.presignWrite(objectKey(owner, id), contentType);
  }

  async record(
    owner: string,
    file: Omit<ProducedFile, 'content'> & Pick<StoredFile, 'size' | 'sha256' | 'jobId'>,
    id: string,
  ): Promise<StoredFile> {
    const expires = Math.ceil(this.#now().getTime() / 1000) + limits.fileSeconds;
    const record: StoredFile = {
      ...file,
      id,
      owner,
      key: objectKey(owner, id),
      expiresAt: new Date(expires * 1000).toISOString(),
    };
    await this.#documents.send(
      new PutCommand({
        TableName: this.#table,
        Item: { ...itemKey(owner, id), ...record, ttl: expires + limits.fileSeconds },
      }),
    );
    return record;
  }

  async find(owner: string, id: string): Promise<StoredFile> {
    const record = await this.#read(owner, id);
    if (record.deletedAt || new Date(record.expiresAt) <= this.#now()) {
      throw gone();
    }
    return record;
  }

  async delete(owner: string, id: string): Promise<StoredFile> {
    const record = await this.#read(owner, id);
    await this.#documents.send(
      new UpdateCommand({
        TableName: this.#table,
        Key: itemKey(owner, id),
        UpdateExpression: 'SET deletedAt = if_not_exists(deletedAt, :now)',
        ExpressionAttributeValues: { ':now': this.#now().toISOString() },
      }),
    );
    await this.#objects.delete(record.key);
    return record;
  }

  async discard(owner: string, id: string): Promise<void> {
    await this.#objects.delete(objectKey(owner, id));
    await this.delete(owner, id).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'not-found') throw error;
    });
  }

  async present(file: StoredFile): Promise<FileResponse> {
    const { id, fileName, contentType, size, pages, width, height, sha256, expiresAt, warnings } = file;
    const urlExpiresAt = new Date(this.#now().getTime() + limits.urlSeconds * 1000).toISOString();
    return {
      id,
      fileName,
      contentType,
      size,
      ...(pages === undefined ? {} : { pages }),
      ...(width === undefined ? {} : { width }),
      ...(height === undefined ? {} : { height }),
      sha256,
      url: await this.url(file),
      urlExpiresAt,
      expiresAt,
      warnings,
    };
  }

  read({ key, size }: StoredFile): Promise<Buffer> {
    return this.#objects.get(key, size).catch(throwGone);
  }

  async open({ key }: StoredFile): Promise<AsyncIterable<Uint8Array>> {
    const { stream } = await this.#objects.open(key, {}).catch(throwGone);
    return stream as AsyncIterable<Uint8Array>;
  }

  url({ key, fileName, contentType }: StoredFile): Promise<string> {
    return this.#objects.presignGet(key, fileName, contentType);
  }

  async #read(owner: string, id: string): Promise<StoredFile> {
    const { Item } =
      timeOfId('file', id) === undefined
        ? {}
        : await this.#documents.send(
            new GetCommand({ TableName: this.#table, Key: itemKey(owner, id), ConsistentRead: true }),
          );
    if (!Item) throw new AppError('not-found', 'The file does not exist.');
    return storedFile.parse(Item);
  }
}

const gone = (cause?: unknown): AppError =>
  new AppError('gone', 'The file has been deleted. Files are stored for 24 hours.', { cause });

/** For a read that failed. */
function throwGone(error: unknown): never {
  throw error instanceof ObjectChanged ? gone(error) : error;
}

/** The owner is part of the key, so that no read can access another owner's file. */
const itemKey = (owner: string, id: string) => ({ pk: `OWNER#${owner}`, sk: `FILE#${id}` });

const objectKey = (owner: string, id: string): string => `results/${owner}/${id}`;

async function sha256Of(content: Content): Promise<string> {
  const hash = createHash('sha256');
  if ('path' in content) {
    for await (const chunk of createReadStream(content.path) as AsyncIterable<Buffer>) hash.update(chunk);
  } else {
    for (const chunk of chunksOf(content)) hash.update(chunk);
  }
  return hash.digest('hex');
}
