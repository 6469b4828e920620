import { expect, it } from 'vitest';
import type { InputFile } from '#lib/files/input-file.ts';
import { readOptions, storeOptions } from '#lib/jobs/job-options.ts';

/** A bucket in memory. */
function openBucket() {
  const objects = new Map<string, Buffer>();
  return {
    objects,
    inputs: {
      store: (owner: string, id: string, { source }: InputFile) => {
        const key = `inputs/${owner}/${id}`;
        if (source.kind === 'inline') objects.set(key, source.bytes);
        return Promise.resolve({ key, eTag: '"1"' });
      },
    },
    uploads: { read: ({ key }: { key: string }) => Promise.resolve(objects.get(key) ?? Buffer.alloc(0)) },
  };
}

it('options that fit are in the record of the job', async () => {
  const { inputs, uploads, objects } = openBucket();
  const stored = await storeOptions('key_a', 'job_1', { quality: 90 }, inputs);
  expect(stored).toEqual({ options: { quality: 90 } });
  expect(objects.size).toBe(0);
  expect(await readOptions(stored, uploads)).toEqual({ quality: 90 });
});

it('options that do not fit in the record are an object', async () => {
  const { inputs, uploads } = openBucket();
  const options = { headerTemplate: 'ä'.repeat(40_000) };
  const stored = await storeOptions('key_a', 'job_1', options, inputs);
  expect(stored).toMatchObject({
    options: {},
    storedOptions: { key: 'inputs/key_a/job_1-options', eTag: '"1"' },
  });
  expect(await readOptions(stored, uploads)).toEqual(options);
});

it('secret options are read with the others, wherever those are', async () => {
  const { inputs, uploads } = openBucket();
  const secrets = { protect: { userPassword: 'secret' } };
  for (const options of [{ quality: 90 }, { headerTemplate: 'ä'.repeat(40_000) }]) {
    const stored = await storeOptions('key_a', 'job_1', options, inputs);
    expect(await readOptions({ ...stored, secrets }, uploads)).toEqual({ ...options, ...secrets });
  }
});
