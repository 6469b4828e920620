import { describe, expect, it } from 'vitest';
import type { StoredFile } from '#lib/files/file-record.ts';
import type { FileStore } from '#lib/files/file-store.ts';
import type { ProducedFile } from '#lib/files/produced-file.ts';
import { respondWithFile, respondWithFiles } from '#lib/http/respond-with-files.ts';

const signature = { code: 'signature-broken', message: 'A signature is not valid any more.' };
const fields = { code: 'fields-renamed', message: 'Form fields were renamed.' };

const pdf = (fileName: string, warnings: ProducedFile['warnings'] = []): ProducedFile => ({
  fileName,
  contentType: 'application/pdf',
  content: Buffer.from('%PDF'),
  warnings,
});

const files = {
  save: (owner: string, { content, ...file }: ProducedFile) =>
    Promise.resolve({ ...file, owner, id: 'file_1', size: content.length } as StoredFile),
  present: (file: StoredFile) => Promise.resolve(file),
  url: () => Promise.resolve('https://bucket.example.com/file_1'),
} as unknown as FileStore;

const options = { owner: 'key_1', accept: 'application/pdf', inlineBytes: 1000, files };

describe('a response that is the file itself', () => {
  it('names the warnings of the file in a header, each code once', async () => {
    const file = pdf('a.pdf', [fields, signature, fields]);
    const { headers } = await respondWithFile(file, options);
    expect(headers).toMatchObject({ 'x-warnings': 'fields-renamed, signature-broken' });
  });

  it('has no such header without warnings', async () => {
    const { headers } = await respondWithFile(pdf('a.pdf'), options);
    expect(headers).not.toHaveProperty('x-warnings');
  });

  it('names the warnings of all files of a ZIP', async () => {
    const produced = [pdf('a.pdf', [fields]), pdf('b.pdf', [signature])];
    const { headers } = await respondWithFiles(produced, 'all', { ...options, accept: 'application/zip' });
    expect(headers).toMatchObject({ 'x-warnings': 'fields-renamed, signature-broken' });
  });

  it('names them in the redirect to a file that is too large', async () => {
    const { status, headers } = await respondWithFile(pdf('a.pdf', [fields]), { ...options, inlineBytes: 1 });
    expect(status).toBe(303);
    expect(headers).toMatchObject({ 'x-warnings': 'fields-renamed' });
  });
});

it('a description of a file has its warnings, and no header', async () => {
  const response = await respondWithFile(pdf('a.pdf', [fields]), { ...options, accept: 'application/json' });
  expect(response.headers).not.toHaveProperty('x-warnings');
});
