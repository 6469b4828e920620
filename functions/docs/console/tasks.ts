import { limits } from '#lib/base/limits.ts';
import { suitsMode } from '#lib/api/fields/field-modes.ts';
import { splitModeFields } from '#lib/api/fields/split-modes.ts';
import { suitsFormat } from './format-fields.ts';
import { type FileFieldName, formWithFileFields } from './file-fields.ts';
import { has, isHtml, isMarkdown, isOffice, isPdf, isXml } from './file-types.ts';
import { stampForm } from './stamp-task.ts';
import type { TaskForm } from './task-form.ts';

export type TaskName =
  | 'merge'
  | 'any'
  | 'split'
  | 'stamp'
  | 'edit'
  | 'invoice'
  | 'inspect'
  | 'validate'
  | 'pictures'
  | 'text'
  | 'office'
  | 'export'
  | 'html'
  | 'markdown'
  | 'url';

/** A task that the console offers. */
export interface Task {
  /** The label of the button. */
  action: string;
  /** Describes the input. */
  hint: string;
  files: { min: number; max: number };
  /** Whether fonts among the files are for the conversion as a whole. */
  fonts?: true;
  takes: (name: string) => boolean;
  /** Options that are visible; the others are collapsed. */
  important: readonly string[];
  /** A choice that decides which options apply. */
  choice?: { field: string; suits: (option: string, choice: string) => boolean };
  /** A form of its own, instead of the fields of its operation. */
  form?: TaskForm;
  /** Whether bookmarks and form fields of the main file can be read. */
  readsReport?: true;
  /** The fields of a file with that name; absent if the order of the files does not matter. */
  fieldsOfFile?: (name: string) => readonly FileFieldName[];
  /** The use of files beside the main one; absent if all files are used alike. */
  others?: {
    field: 'assets' | 'attachments' | 'overlays' | 'facturX';
    /** The index of the main file. */
    main: (names: readonly string[]) => number;
    /** The label of the main file. */
    role: string;
  };
}

/** The index of the first name that `is` accepts, else of the first name. */
const first =
  (is: (name: string) => boolean) =>
  (names: readonly string[]): number =>
    Math.max(0, names.findIndex(is));

/** Options that need the file of an invoice. */
const ofInvoices = ['facturXProfile', 'facturXDocumentType'];

const rendering = ['format', 'pageSize', 'landscape', 'width', 'fullPage', 'fileName'];
const formats = { field: 'format', suits: suitsFormat };

export const tasks: Readonly<Record<TaskName, Task>> = {
  merge: {
    action: 'Merge',
    hint: 'Two or more PDFs. Pages follow the order of the files.',
    files: { min: 2, max: limits.mergeFiles },
    takes: isPdf,
    important: ['outline', 'fileName'],
    form: formWithFileFields('/api/pdf/merge', ['pages', 'password']),
    fieldsOfFile: () => ['pages', 'password'],
  },
  any: {
    action: 'Convert',
    hint: 'Files of any type: documents, images, PDFs, web pages, emails. Pages follow the order of the files.',
    files: { min: 1, max: limits.mergeFiles },
    fonts: true,
    takes: () => true,
    important: ['merge', 'outline', 'pageSize', 'fileName'],
    form: formWithFileFields('/api/convert/to-pdf', ['password']),
    fieldsOfFile: (name) => (isPdf(name) || isOffice(name) ? ['password'] : []),
  },
  split: {
    action: 'Split',
    hint: 'One PDF, and where to split it.',
    files: { min: 1, max: 1 },
    takes: isPdf,
    important: ['mode', 'ranges', 'span', 'maxBytes', 'fileName'],
    readsReport: true,
    choice: {
      field: splitModeFields.field,
      suits: (option, mode) => suitsMode(splitModeFields, option, mode),
    },
  },
  edit: {
    action: 'Edit',
    hint: 'One PDF, and files to attach to it.',
    files: { min: 1, max: 1 + limits.attachments },
    takes: () => true,
    important: [
      'pages',
      'rotate',
      'form',
      'flatten',
      'bookmarks',
      'metadata',
      'compress',
      'protect',
      'password',
    ],
    readsReport: true,
    others: { field: 'attachments', main: first(isPdf), role: 'document' },
  },
  stamp: {
    action: 'Stamp',
    hint: 'One PDF. To stamp an image or another PDF instead of text, add that file too.',
    files: { min: 1, max: 2 },
    takes: has('pdf', 'png', 'jpe?g', 'webp', 'svg'),
    important: ['layer', 'text', 'position', 'rotation', 'opacity', 'scale', 'fontSize', 'color'],
    form: stampForm,
    others: { field: 'overlays', main: first(isPdf), role: 'document' },
  },
  invoice: {
    action: 'Embed',
    hint: 'The pages of the invoice, as a PDF or a file of another kind, and its XML.',
    files: { min: 2, max: 2 },
    takes: () => true,
    important: [...ofInvoices, 'pdfa', 'fileName'],
    others: { field: 'facturX', main: first((name) => !isXml(name)), role: 'document' },
  },
  inspect: {
    action: 'Inspect',
    hint: 'One PDF. Nothing is stored.',
    files: { min: 1, max: 1 },
    takes: isPdf,
    important: ['password'],
  },
  validate: {
    action: 'Validate',
    hint: 'One PDF. Nothing is stored.',
    files: { min: 1, max: 1 },
    takes: isPdf,
    important: ['conformance', 'password'],
  },
  pictures: {
    action: 'Convert',
    hint: 'One PDF. Each page becomes an image.',
    files: { min: 1, max: 1 },
    takes: isPdf,
    important: ['format', 'pages', 'dpi', 'width', 'grayscale', 'password'],
  },
  text: {
    action: 'Extract',
    hint: 'One PDF. Nothing is stored.',
    files: { min: 1, max: 1 },
    takes: isPdf,
    important: ['format', 'pages', 'password'],
  },
  office: {
    action: 'Convert',
    hint: 'One office document: Word, Excel, PowerPoint, OpenDocument, RTF, text or CSV, and optionally fonts for it.',
    files: { min: 1, max: 1 },
    fonts: true,
    takes: isOffice,
    important: ['pageRanges', 'password'],
  },
  export: {
    action: 'Convert',
    hint: 'One office document, and its new format.',
    files: { min: 1, max: 1 },
    takes: isOffice,
    important: ['format', 'password'],
  },
  html: {
    action: 'Render',
    hint: 'One HTML file, and the images, style sheets and fonts that it uses.',
    files: { min: 1, max: limits.parts },
    takes: () => true,
    important: rendering,
    choice: formats,
    others: { field: 'assets', main: first(isHtml), role: 'page' },
  },
  markdown: {
    action: 'Render',
    hint: 'One Markdown file, and the images and style sheets that it uses.',
    files: { min: 1, max: limits.parts },
    takes: () => true,
    important: rendering,
    choice: formats,
    others: { field: 'assets', main: first(isMarkdown), role: 'page' },
  },
  url: {
    action: 'Render',
    hint: 'The URL of a web page, and optionally fonts for it.',
    files: { min: 0, max: 0 },
    fonts: true,
    takes: () => false,
    important: ['url', ...rendering],
    choice: formats,
  },
};

export const taskNames = Object.keys(tasks) as TaskName[];

/** Whether a task can send the files that an option needs. */
export function suitsTask(option: string, { others }: Task): boolean {
  if (ofInvoices.includes(option)) return others?.field === 'facturX';
  return option !== 'attachmentsMetadata' || others?.field === 'attachments';
}
