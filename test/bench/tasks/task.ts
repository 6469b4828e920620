import type { Page } from './html-pages.ts';

/** Operations on one document, in the order of the tables. */
export const editOperations = [
  'stamp',
  'rotate',
  'flatten',
  'encrypt',
  'compress',
  'linearize',
  'archive',
] as const;

export const operations = [
  'merge',
  'split',
  ...editOperations,
  'fill',
  'pdf → png',
  'thumbnail',
  'pdf → text',
  'inspect',
  'validate',
  'markdown → pdf',
  'html → pdf',
  'html → png',
  'docx → pdf',
  'xlsx → pdf',
  'pptx → pdf',
  'office merge',
  'images → pdf',
] as const;
export type Operation = (typeof operations)[number];

export const sizes = ['small', 'medium', 'large'] as const;
export type Size = (typeof sizes)[number];

interface Common {
  operation: Operation;
  size: Size;
  /** In words. */
  description: string;
}

export interface MergeTask extends Common {
  operation: 'merge';
  /** Paths, in the order that is wanted; their names are in the same order. */
  files: readonly string[];
  pages: number;
}

/** A document into parts of the same number of pages each. */
export interface SplitTask extends Common {
  operation: 'split';
  file: string;
  pages: number;
  partPages: number;
}

/** A document of which every page changes, or all of it. */
export interface EditTask extends Common {
  operation: (typeof editOperations)[number];
  file: string;
  pages: number;
}

/**
 * What edits apply: a text in the middle of each page, a rotation of each page, AES-256 with both passwords, compression without
 * loss, a part and level of PDF/A.
 */
export const edits = {
  stamp: { text: 'CONFIDENTIAL', fontSize: 24 },
  rotate: 90,
  encrypt: { userPassword: 'user', ownerPassword: 'owner' },
  compress: 'lossless',
  archive: '2b',
} as const;

/** A form whose fields are all filled. */
export interface FillTask extends Common {
  operation: 'fill';
  file: string;
  pages: number;
  values: FormValues;
}

/** Texts for the fields of a form, as contestants take them. */
export interface FormValues {
  byName: Readonly<Record<string, string>>;
  /** Paths of the same values as FDF (PDF 32000-1, 12.7.7), and as pdfcpu's JSON. */
  fdf: string;
  json: string;
}

/** Of pictures of pages. */
export const dotsPerInch = 150;

/** Of the picture of a first page, in pixels. */
export const thumbnailWidth = 320;

/** The resolution that makes it so wide: all pages are 595 points wide. */
export const thumbnailDpi = (thumbnailWidth / 595) * 72;

/**
 * What is read from a document: a picture of 150 dpi of each page, a small picture of the first page, the text, what the document
 * contains, or whether it conforms to {@link edits.archive}.
 */
export interface ReadTask extends Common {
  operation: 'pdf → png' | 'thumbnail' | 'pdf → text' | 'inspect' | 'validate';
  file: string;
  pages: number;
}

export interface MarkdownTask extends Common {
  operation: 'markdown → pdf';
  file: string;
}

export interface HtmlTask extends Common {
  operation: 'html → pdf' | 'html → png';
  file: string;
  page: Page;
}

export interface OfficeTask extends Common {
  operation: 'docx → pdf' | 'xlsx → pdf' | 'pptx → pdf';
  kind: 'docx' | 'xlsx' | 'pptx';
  file: string;
}

/** Files of several kinds that become one PDF. */
export interface FilesTask extends Common {
  operation: 'office merge' | 'images → pdf';
  /** Paths, in the order that is wanted; their names are in the same order. */
  files: readonly string[];
}

/** One thing to be done, the same for every contestant. */
export type Task =
  MergeTask | SplitTask | EditTask | FillTask | ReadTask | MarkdownTask | HtmlTask | OfficeTask | FilesTask;

/** With more parts, tools that need a call for each part are not worth waiting for. */
export const mostCalls = 5;

/** First and last page of each part, counted from 1. */
export function partsOf({ pages, partPages }: SplitTask): [first: number, last: number][] {
  return Array.from({ length: Math.ceil(pages / partPages) }, (_, part) => [
    part * partPages + 1,
    Math.min(pages, (part + 1) * partPages),
  ]);
}

export const nameOf = ({ operation, size }: Pick<Task, 'operation' | 'size'>): string =>
  `${operation}, ${size}`;
