import { isPdf } from './file-types.ts';
import { countText } from './measures.ts';
import type { ChosenFile } from './chosen-file.ts';
import type { RequestFiles } from './task-form.ts';
import type { Task } from './tasks.ts';

/** The reason why the files of a request cannot be sent; undefined if they can. */
export function lackOf({ files: range, takes, hint }: Task, files: RequestFiles): string | undefined {
  const documents = files.filter(([field]) => field !== 'fonts').map(([, chosen]) => chosen);
  const { length: count } = documents;
  if (count < range.min) return missingText(range, count, takes === isPdf ? 'PDF' : 'file');
  if (range.max === 0) return undefined;
  if (count > range.max) return `This conversion accepts ${countText(range.max, 'file')}. Remove the others.`;
  // The name of a file at a URL may say nothing about its type.
  const isForeign = ({ file }: ChosenFile): boolean => file instanceof File && !takes(file.name);
  const foreign = documents.find(isForeign)?.file.name;
  return foreign === undefined ? undefined : `${foreign} does not seem to have the right type. ${hint}`;
}

function missingText({ min, max }: Task['files'], count: number, noun: string): string {
  if (count > 0) return `Add ${countText(min - count, `more ${noun}`)}.`;
  if (min === 1) return `Add a ${noun} first.`;
  return `Add ${min === max ? '' : 'at least '}${countText(min, noun)}.`;
}
