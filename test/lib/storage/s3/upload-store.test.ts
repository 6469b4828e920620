import { S3Client } from '@aws-sdk/client-s3';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lookInto } from '#lib/storage/s3/input-access.ts';
import { type InputFile, ReadAhead, type StoredObject } from '#lib/files/input-file.ts';
import { InputMemory } from '#lib/files/input-memory.ts';
import { S3InputStore } from '#lib/storage/s3/input-store.ts';
import { ObjectStore } from '#lib/storage/s3/object-store.ts';
import { S3UploadStore } from '#lib/storage/s3/upload-store.ts';
import { type LocalS3, startLocalS3 } from 'local-stack/testing/s3';
import type { UploadForm } from '#lib/files/upload-store.ts';

const owner = 'key_1';
const announced = { fileName: 'Übersicht.pdf', contentType: 'application/pdf', size: 1000 };

let s3: LocalS3;
let objects: ObjectStore;
let uploads: S3UploadStore;
let folder: string;

beforeAll(async () => {
  s3 = await startLocalS3();
  objects = new ObjectStore(s3.client, 'files');
  uploads = new S3UploadStore(objects);
  folder = await mkdtemp(join(tmpdir(), 'upload-store-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
  await s3[Symbol.asyncDispose]();
});

async function post({ url, fields }: UploadForm, content: string): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([content]));
  expect((await fetch(url, { method: 'POST', body: form })).status).toBe(204);
}

/** An upload as a request found it, and its form, with which the client can post another file in its place. */
async function posted(content: string): Promise<{ form: UploadForm; upload: StoredObject; file: InputFile }> {
  const form = await uploads.create(owner, announced);
  await post(form, content);
  const upload = await uploads.find(owner, form.id);
  if (!upload) throw new Error('The upload is not there');
  const { fileName, size } = upload;
  return {
    form,
    upload,
    file: { field: 'files[1]', fileName, size, source: { kind: 'stored', object: upload } },
  };
}

it('an upload is found with its name and size, by its owner alone, until a day has passed', async () => {
  const { form, upload } = await posted('first');
  expect(upload).toMatchObject({ fileName: 'Übersicht.pdf', size: 5 });
  expect(Buffer.from(await uploads.read(upload)).toString()).toBe('first');
  expect(await uploads.find('key_2', form.id)).toBeUndefined();
  const tomorrow = new S3UploadStore(objects, () => Date.now() + 24 * 60 * 60 * 1000);
  expect(await tomorrow.find(owner, form.id)).toBeUndefined();
});

describe('a missing upload, for a role that cannot list the bucket', () => {
  /** S3's response to such a role: 403, without a body for a HEAD request. */
  async function startForbidding(code: string): Promise<{ store: S3UploadStore; stop: () => Promise<void> }> {
    const server = createServer((request, response) => {
      response.writeHead(403, { 'content-type': 'application/xml' });
      response.end(request.method === 'HEAD' ? undefined : `<Error><Code>${code}</Code></Error>`);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const client = new S3Client({
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      forcePathStyle: true,
      region: 'us-east-1',
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
      maxAttempts: 1,
    });
    return {
      store: new S3UploadStore(new ObjectStore(client, 'files')),
      stop: () => new Promise((done) => server.close(() => done())),
    };
  }

  it('is unknown', async () => {
    const { store, stop } = await startForbidding('AccessDenied');
    const { id } = await uploads.create(owner, announced);
    expect(await store.find(owner, id)).toBeUndefined();
    const ahead = new ReadAhead(1000, new AbortController().signal);
    expect(await store.findAndRead(owner, id, ahead, new InputMemory())).toBeUndefined();
    await stop();
  });

  it('is not unknown where S3 rejects the request itself', async () => {
    const { store, stop } = await startForbidding('RequestTimeTooSkewed');
    const { id } = await uploads.create(owner, announced);
    const ahead = new ReadAhead(1000, new AbortController().signal);
    await expect(store.findAndRead(owner, id, ahead, new InputMemory())).rejects.toThrow();
    await stop();
  });
});

describe('an upload that is found and read at once', () => {
  const memory = new InputMemory();
  const ahead = (room: number, signal = new AbortController().signal) => new ReadAhead(room, signal);

  it('has its bytes', async () => {
    const { form, upload } = await posted('first');
    const room = ahead(100);
    const found = await uploads.findAndRead(owner, form.id, room, memory);
    expect(found).toMatchObject(upload);
    expect(Buffer.from((await found?.content) ?? []).toString()).toBe('first');
    expect(room.room).toBe(95);
  });

  it('is not found by others, before it is posted, or when its day has passed', async () => {
    const { form } = await posted('first');
    const { id } = await uploads.create(owner, announced);
    const tomorrow = new S3UploadStore(objects, () => Date.now() + 24 * 60 * 60 * 1000);
    expect(await uploads.findAndRead('key_2', form.id, ahead(100), memory)).toBeUndefined();
    expect(await uploads.findAndRead(owner, id, ahead(100), memory)).toBeUndefined();
    expect(await tomorrow.findAndRead(owner, form.id, ahead(100), memory)).toBeUndefined();
  });

  it('is not read where there is no room for it', async () => {
    const { form, upload } = await posted('first');
    expect(await uploads.findAndRead(owner, form.id, ahead(4), memory)).toEqual(upload);
  });

  it('is not read further once the request is rejected', async () => {
    const form = await uploads.create(owner, { ...announced, size: 20_000_000 });
    await post(form, 'x'.repeat(20_000_000));
    const rejected = new AbortController();
    const found = await uploads.findAndRead(owner, form.id, ahead(20_000_000, rejected.signal), memory);
    expect(found?.size).toBe(20_000_000);
    rejected.abort();
    await expect(found?.content).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('an upload that is posted again between check and use', () => {
  const { signal } = new AbortController();

  it('is not read in place of the one that was checked', async () => {
    const { form, upload } = await posted('first');
    await post(form, 'other');
    await expect(uploads.read(upload)).rejects.toMatchObject({ name: 'InputFault', code: 'invalid-field' });
    const again = await uploads.find(owner, form.id);
    expect(again?.eTag).not.toBe(upload.eTag);
    expect(again && Buffer.from(await uploads.read(again)).toString()).toBe('other');
  });

  it('is not looked into', async () => {
    const { form, file } = await posted('first');
    await post(form, 'other');
    await expect(lookInto(file, objects, (access) => access.read(0, 3))).rejects.toMatchObject({
      code: 'invalid-field',
      errors: [{ field: 'files[1]', message: 'was replaced before it was read' }],
    });
  });

  it('is not fetched by a job', async () => {
    const { form, file } = await posted('first');
    const inputs = new S3InputStore(objects);
    const kept = await inputs.store(owner, 'job_1', file);
    await inputs.download(kept, join(folder, 'first'), signal);
    expect(await readFile(join(folder, 'first'), 'utf8')).toBe('first');
    await post(form, 'other');
    await expect(inputs.download(kept, join(folder, 'other'), signal)).rejects.toMatchObject({
      code: 'invalid-field',
    });
  });

  it('fails a job that fetches it after its deletion, with a message that says so', async () => {
    const { form, file } = await posted('first');
    const inputs = new S3InputStore(objects);
    const kept = await inputs.store(owner, 'job_2', file);
    await uploads.delete(owner, form.id);
    await expect(inputs.download(kept, join(folder, 'deleted'), signal)).rejects.toMatchObject({
      code: 'gone',
      predicate: 'was deleted before it was read',
    });
  });

  it('is not fetched by the renderer', async () => {
    const { form, file } = await posted('first');
    const inputs = new S3InputStore(objects);
    const { url, headers } = await inputs.readRequest(await inputs.store(owner, 'file_1', file));
    expect(await (await fetch(url, { headers })).text()).toBe('first');
    await post(form, 'other');
    expect((await fetch(url, { headers })).status).toBe(412);
    // Nor without the condition, which is signed.
    expect((await fetch(url)).status).toBe(403);
  });

  it('with the same bytes is the same', async () => {
    const { form, upload } = await posted('first');
    await post(form, 'first');
    expect(Buffer.from(await uploads.read(upload)).toString()).toBe('first');
  });
});
