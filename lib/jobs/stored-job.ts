import * as z from 'zod';
import { jobRecord, timeOfJob } from './job.ts';

/** A job of version 1: the conversion of one office document. */
const officeJob = z.looseObject({
  v: z.literal(1),
  input: z.looseObject({}),
  password: z.string().optional(),
});

const isEarlier = (record: unknown): boolean =>
  typeof record === 'object' && record !== null && 'v' in record && record.v === 1;

/** The record of a carried job in progress, which has no time of creation: with one, it would be in the list of jobs. */
const unlistedJob = z.looseObject({
  id: z.string(),
  carried: z.literal(true),
  createdAt: z.undefined().optional(),
});

/** Reads a job from storage, also from a record of an earlier release. Records live for seven days. */
export const storedJob = z.preprocess((record) => {
  // Without this, zod describes the faults of every current record.
  if (!isEarlier(record)) {
    const { success, data } = unlistedJob.safeParse(record);
    return success ? { ...data, createdAt: timeOfJob(data.id) } : record;
  }
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
