import type { InputFile } from '../files/input-file.ts';
import type { ReadyJob } from './job.ts';

/** Returns the inputs of a job as a request has them, in the versions that the request named. */
export const inputFilesOf = ({ inputs }: Pick<ReadyJob, 'inputs'>): InputFile[] =>
  inputs.map(({ field, ...object }) => ({
    field,
    fileName: object.fileName,
    size: object.size,
    source: { kind: 'stored', object },
  }));
