import type { ObjectReader } from '../files/input-file.ts';
import type { InputStore } from '../files/input-store.ts';
import type { Job } from './job.ts';

/** Options of up to that many bytes are in the job's record, of which DynamoDB stores 400 KB. Longer ones are an object. */
const maxBytes = 64 * 1024;

/** Returns the members of a job's record that hold its options. */
export async function storeOptions(
  owner: string,
  jobId: string,
  options: Job['options'],
  inputs: Pick<InputStore, 'store'>,
): Promise<Pick<Job, 'options' | 'storedOptions'>> {
  const bytes = Buffer.from(JSON.stringify(options));
  const size = bytes.length;
  if (size <= maxBytes) return { options };
  const file = { field: '', fileName: '', size, source: { kind: 'inline' as const, bytes } };
  const stored = await inputs.store(owner, `${jobId}-options`, file);
  return { options: {}, storedOptions: { ...stored, size } };
}

/** Returns the options of a job with its secret ones, wherever they are stored. */
export async function readOptions(
  { options, secrets, storedOptions }: Pick<Job, 'options' | 'secrets' | 'storedOptions'>,
  uploads: ObjectReader,
): Promise<Job['options']> {
  if (!storedOptions) return { ...options, ...secrets };
  const bytes = await uploads.read({ fileName: '', ...storedOptions });
  const read = JSON.parse(Buffer.from(bytes).toString('utf8')) as Job['options'];
  return { ...read, ...secrets };
}
