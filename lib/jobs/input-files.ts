import { type InputFile, isInField } from '../files/input-file.ts';
import type { ReadyJob } from './job.ts';

/**
 * Returns the inputs of a job as a request has them, in the versions that the request named.
 *
 * @param name only those of this file field
 */
export const inputFilesOf = ({ inputs }: Pick<ReadyJob, 'inputs'>, name?: string): InputFile[] =>
  inputs
    .filter((input) => name === undefined || isInField(name)(input))
    .map(({ field, ...object }) => ({
      field,
      fileName: object.fileName,
      size: object.size,
      source: { kind: 'stored', object },
    }));
