import type { ConversionName } from '#lib/client/src/index.ts';
import { isFont, isHtml, isMail, isMarkdown, isOffice, isPdf, isPicture } from './file-types.ts';
import { type Task, type TaskName, tasks } from './tasks.ts';

/** Guesses the task for files with these names; undefined if no task accepts them. */
export function guessTask(names: readonly string[]): TaskName | undefined {
  const documents = names.filter((name) => isPdf(name) || isOffice(name));
  const pages = names.filter((name) => isHtml(name) || isMarkdown(name));
  // A page can come with pictures; with documents, or other pages, it is one of several files.
  if (pages.length > 1 || (pages.length === 1 && documents.length > 0)) return 'any';
  if (pages.length === 1) return names.some(isHtml) ? 'html' : 'markdown';
  const files = names.filter((name) => !isFont(name));
  if (files.length === 0) return undefined;
  if (names.every(isPdf)) return names.length > 1 ? 'merge' : 'split';
  if (files.length > 1 || files.some(isPicture) || files.some(isMail)) return 'any';
  return files.some(isOffice) ? 'office' : undefined;
}

/** Whether a task accepts all of these files. */
export function acceptsAll(task: TaskName, names: readonly string[]): boolean {
  const { takes, files } = tasks[task];
  const fields = fileFields(task, names);
  const documents = names.filter((_, index) => fields[index] !== 'fonts');
  return documents.length <= files.max && documents.every(takes);
}

/** The operation that performs a task. */
export function endpointOf(task: TaskName, names: readonly string[]): ConversionName {
  switch (task) {
    case 'merge':
      return 'merge-pdf';
    case 'any':
      return 'to-pdf';
    case 'split':
      return 'split-pdf';
    case 'edit':
    case 'stamp':
      return 'edit-pdf';
    case 'invoice':
      return isPdf(names[tasks.invoice.others?.main(names) ?? 0] ?? '') ? 'edit-pdf' : 'to-pdf';
    case 'inspect':
      return 'inspect-pdf';
    case 'validate':
      return 'validate-pdf';
    case 'pictures':
      return 'pdf-images';
    case 'text':
      return 'pdf-text';
    case 'export':
      return 'convert-office';
    case 'html':
      return 'html-file';
    case 'markdown':
      return 'html-markdown';
    case 'url':
      return 'html-url';
    case 'office': {
      const document = names.find((name) => !isFont(name)) ?? '';
      const kind = /\.(docx|xlsx|pptx)$/i.exec(document)?.[1]?.toLowerCase();
      return kind === undefined ? 'to-pdf' : (`convert-${kind}` as ConversionName);
    }
  }
}

/** Whether the files of an operation are in the field `files`, not `file`. */
const takesFiles = (name: ConversionName): boolean => name === 'merge-pdf' || name === 'to-pdf';

/** The field of each file of a task, in order; undefined for files that the task does not send. */
export function fileFields(task: TaskName, names: readonly string[]): (string | undefined)[] {
  const { fonts, files, others } = tasks[task];
  const main = others?.main(names);
  const field = takesFiles(endpointOf(task, names)) ? 'files' : 'file';
  return names.map((name, index) => {
    if (others) return index === main ? field : others.field;
    if (fonts && isFont(name)) return 'fonts';
    return files.max > 0 ? field : undefined;
  });
}

/** Fields with one file. */
const singleFiles = ['file', 'facturX'];

/** The names of files as errors name them: `assets[0]` in fields with several files. */
export function numbered(fields: readonly (string | undefined)[]): (string | undefined)[] {
  const counts = new Map<string, number>();
  return fields.map((field) => {
    if (field === undefined || singleFiles.includes(field)) return field;
    const count = counts.get(field) ?? 0;
    counts.set(field, count + 1);
    return `${field}[${count}]`;
  });
}

/** The labels of files by their field. */
const roles: Readonly<Record<string, string>> = {
  assets: 'asset',
  attachments: 'attachment',
  overlays: 'stamp',
  facturX: 'invoice',
  fonts: 'font',
};

/** The label of a task's file in that field; empty if it needs none. */
export function roleOf({ others }: Task, field: string | undefined): string {
  if (field === undefined) return 'not used';
  return roles[field] ?? others?.role ?? '';
}
