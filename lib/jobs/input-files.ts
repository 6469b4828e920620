import type { InputFile } from '../files/input-file.ts';
import type { Job } from './job.ts';

/** Returns the inputs of a job as a request has them, in the versions that the request named. */
export const inputFilesOf = ({ id, inputs }: Pick<Job, 'id' | 'inputs'>): InputFile[] =>
  inputs.map(({ field, ...object }) => ({
    field,
    fileName: object.fileName,
    size: object.size,
    source: { kind: 'upload', upload: { id, ...object } },
  }));
