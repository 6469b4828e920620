import { expect, it } from 'vitest';
import { carryFiles } from '#lib/conversions/html/carry-files.ts';
import type { InputFile } from '#lib/files/input-file.ts';
import type { InputStore } from '#lib/files/input-store.ts';

const inputs = {
  store: (_owner: string, id: string, { source }: InputFile) =>
    Promise.resolve({ key: source.kind === 'stored' ? source.object.key : `inputs/${id}`, eTag: '"1"' }),
  readRequest: ({ key }: { key: string }) => Promise.resolve({ url: `https://storage/${key}`, headers: {} }),
} as unknown as InputStore;

const upload = (key: string): InputFile => ({
  field: 'assets[0]',
  fileName: 'a.css',
  size: 5,
  source: { kind: 'stored', object: { key, eTag: '"1"', fileName: 'a.css', size: 5 } },
});

const part = (size: number): InputFile => ({
  field: 'file',
  fileName: 'page.html',
  size,
  source: { kind: 'inline', bytes: Buffer.alloc(size) },
});

it('only files that were stored for the transfer are deleted after it, not the inputs of a job', async () => {
  const files = [part(10), part(4_000_000), upload('inputs/key_a/job_1-2'), upload('uploads/key_a/upl_1')];
  const { carried, kept } = await carryFiles(files, 'key_a', 'file_1', inputs);
  expect(carried.map(({ kind }) => kind)).toEqual(['inline', 'object', 'object', 'object']);
  expect(kept).toEqual([{ key: 'inputs/file_1-1', eTag: '"1"' }]);
});

it('files that were stored for a transfer are deleted if another one cannot be stored', async () => {
  const deleted: string[] = [];
  const failing = {
    ...inputs,
    store: async (_owner: string, id: string) => {
      if (id.endsWith('-1')) throw new Error('no space');
      await new Promise(setImmediate);
      return { key: `inputs/${id}`, eTag: '"1"' };
    },
    delete: ({ key }: { key: string }) => Promise.resolve(deleted.push(key)),
  } as unknown as InputStore;
  const files = [part(4_000_000), part(4_000_001), part(4_000_002)];
  await expect(carryFiles(files, 'key_a', 'file_1', failing)).rejects.toThrow('no space');
  expect(deleted).toEqual(['inputs/file_1-0', 'inputs/file_1-2']);
});
