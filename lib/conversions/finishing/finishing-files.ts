import { type FinishingFileName, finishingFileNames } from '../../api/fields/finishing/file-names.ts';
import type { InputFile } from '../../files/input-file.ts';
import { inputFilesOf } from '../../jobs/input-files.ts';
import type { ReadyJob } from '../../jobs/job.ts';

/** The files of finishing options, by field. */
export type FinishingFiles<File = InputFile> = Readonly<Record<FinishingFileName, readonly File[]>>;

/** The same, where fields without files may be absent. */
export type OptionalFinishingFiles<File = InputFile> = {
  readonly [Name in FinishingFileName]?: readonly File[] | undefined;
};

const filesBy = <File>(filesOf: (name: FinishingFileName) => readonly File[]): FinishingFiles<File> =>
  Object.fromEntries(finishingFileNames.map((name) => [name, filesOf(name)])) as Record<
    FinishingFileName,
    readonly File[]
  >;

/** The files of finishing options among all files of a request. */
export const finishingFilesAmong = <File = InputFile>(
  files: OptionalFinishingFiles<File>,
): FinishingFiles<File> => filesBy((name) => files[name] ?? []);

/** The files of finishing options among the inputs of a job. */
export const finishingFilesOf = (job: Pick<ReadyJob, 'inputs'>): FinishingFiles =>
  filesBy((name) => inputFilesOf(job, name));

/** Returns `items`, one for each of `allFinishingFiles(files)`, by field. */
export function byFinishingField<Item>(
  files: FinishingFiles<unknown>,
  items: readonly Item[],
): FinishingFiles<Item> {
  let end = 0;
  return filesBy((name) => {
    const start = end;
    end += files[name].length;
    return items.slice(start, end);
  });
}

/** All files, in the order of their fields. */
export const allFinishingFiles = <File>(files: FinishingFiles<File>): File[] =>
  finishingFileNames.flatMap((name) => files[name]);
