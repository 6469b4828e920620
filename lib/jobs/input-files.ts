import type { InputFile } from '../files/input-file.ts';
import type { ReadyJob } from './job.ts';

/**
 * Returns the inputs of a job as a request has them, in the versions that the request named.
 *
 * @param name only those of this file field
 */
export const inputFilesOf = ({ inputs }: Pick<ReadyJob, 'inputs'>, name?: string): InputFile[] =>
  inputs
    .filter(({ field }) => name === undefined || isIn(field, name))
    .map(({ field, ...object }) => ({
      field,
      fileName: object.fileName,
      size: object.size,
      source: { kind: 'stored', object },
    }));

/** Whether `field`, such as `files[1]`, is the field `name` or an entry of it. */
const isIn = (field: string, name: string): boolean => field === name || field.startsWith(`${name}[`);
