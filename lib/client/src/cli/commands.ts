import type { JobConversionName } from '../api-types.ts';
import { type Operation, operations } from './operations.ts';

/** An operation whose results are files, also as a job. */
export type FileConversionName = Exclude<JobConversionName, 'pdf-text'>;

type JobOperation = Operation<FileConversionName>;

/** A command that converts. */
export interface ConversionCommand {
  summary: string;
  /** The operands, as `--help` shows them. */
  operands: string;
  example: string;
  /** Several if the extension of the file decides. */
  operations: readonly [JobOperation, ...JobOperation[]];
  /** The operation for all other extensions. */
  otherwise?: JobOperation;
  /** What to do instead if there are too many operands. */
  hint?: string;
}

const severalHint = 'To convert several files, use convert to-pdf.';

const one = (operation: JobOperation, operands: string, example: string): ConversionCommand => ({
  summary: operation.summary,
  operands,
  example,
  operations: [operation],
});

const {
  'convert-docx': docx,
  'convert-office': exported,
  'convert-xlsx': xlsx,
  'convert-pptx': pptx,
  'edit-pdf': edit,
  'merge-pdf': merge,
  'pdf-images': images,
  'split-pdf': split,
  'to-pdf': toPdf,
} = operations;

export const conversionCommands: Readonly<Record<string, ConversionCommand>> = {
  merge: one(merge, 'FILE FILE…', 'convert merge cover.pdf report.pdf -o both.pdf'),
  split: one(split, 'FILE', 'convert split report.pdf --ranges 1-3,5,-2 -o parts/'),
  edit: one(edit, 'FILE', 'convert edit report.pdf --pages 3,1-2 --rotate 90 -o edited.pdf'),
  images: one(images, 'FILE', 'convert images report.pdf --pages 1-3 --dpi 200 -o pages/'),
  thumbnail: one(operations.thumbnail, 'FILE', 'convert thumbnail letter.docx --width 640 -o letter.png'),
  html: one(
    operations['html-file'],
    'FILE',
    'convert html page.html --asset style.css --asset logo.png -o page.png',
  ),
  url: one(operations['html-url'], 'URL', 'convert url https://example.com --landscape -o example.pdf'),
  markdown: one(
    operations['html-markdown'],
    'FILE',
    'convert markdown notes.md --asset logo.png -o notes.pdf',
  ),
  office: {
    summary: 'Convert an office document to PDF',
    operands: 'FILE',
    example: 'convert office letter.docx',
    operations: [docx, xlsx, pptx],
    otherwise: toPdf,
    hint: severalHint,
  },
  docx: { ...one(docx, 'FILE', 'convert docx letter.docx --pdfa 2b'), hint: severalHint },
  xlsx: {
    ...one(xlsx, 'FILE', 'convert xlsx figures.xlsx --single-page-sheets -o figures.pdf'),
    hint: severalHint,
  },
  pptx: { ...one(pptx, 'FILE', 'convert pptx slides.pptx --export-notes'), hint: severalHint },
  'to-pdf': one(toPdf, 'FILE…', 'convert to-pdf letter.odt photo.png notes.md -o all.pdf'),
  export: one(exported, 'FILE', 'convert export letter.docx --format odt'),
};

/** The operation for an operand: if there are several, the one for its extension. */
export function operationFor(
  { operations: all, otherwise }: ConversionCommand,
  operand: string,
): JobOperation {
  const [first] = all;
  if (!otherwise) return first;
  // Of a URL, only the path has an extension.
  const path = URL.canParse(operand) ? new URL(operand).pathname : operand;
  const extension = /\.([^.]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return all.find(({ name }) => name === `convert-${extension}`) ?? otherwise;
}

/** The field that operands fill: the required file field, or else the URL. */
export const operandField = ({ files }: Operation): string =>
  Object.keys(files).find((field) => files[field]?.required) ?? 'url';
