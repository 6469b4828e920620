import * as z from 'zod';
import { jobRecord } from './job.ts';

/** A job of version 1: the conversion of one office document. */
const officeJob = z.looseObject({
  v: z.literal(1),
  input: z.looseObject({}),
  password: z.string().optional(),
});

const isEarlier = (record: unknown): boolean =>
  typeof record === 'object' && record !== null && 'v' in record && record.v === 1;

/** Reads a job from storage, also from a record of an earlier release. Records live for seven days. */
export const storedJob = z.preprocess((record) => {
  // Without this, zod describes the faults of every current record.
  if (!isEarlier(record)) return record;
  const earlier = officeJob.safeParse(record);
  if (!earlier.success) return record;
  const { v: _, input, password, ...job } = earlier.data;
  return {
    ...job,
    v: 2,
    queue: 'office',
    inputs: [{ field: 'file', ...input }],
    ...(password === undefined ? {} : { passwords: [password] }),
  };
}, jobRecord);
