import { PDFDocument } from 'pdf-lib';
import type { FormEntry, FormValue } from '../../lib/api/fields/finishing/form-field.ts';
import { AppError } from '../../lib/base/app-error.ts';
import { inspectTask } from '../../lib/conversions/pdf/inspect-task.ts';
import type { EditTask, MergeTask, PdfInput, SplitTask } from '../../lib/conversions/pdf/task.ts';
import { everythingPdf } from '../support/everything-pdf.ts';
import { overlayDefaults } from '../support/overlay-defaults.ts';
import { formPdf } from '../support/form-pdf.ts';
import { makePdf } from '../support/pdf.ts';
import { plainPng } from '../support/png.ts';
import { textPages, rawPdf } from '../support/raw-pdf.ts';
import { checkResults } from './check-results.ts';
import { fuzz } from './fuzz-loop.ts';
import { GoodPages } from './judges/good-pages.ts';
import { PdfSurgeon } from './pdf-surgery.ts';
import { pdfTokens } from './pdf-tokens.ts';

/**
 * Merges, splits and edits PDFs that are randomly mutated in their bytes or objects, together with one that has all features
 * and a plain one. The results must open without a finding and have the reported pages, and MuPDF and PDFium must find
 * the pages of the plain one unchanged. Otherwise there must be an `AppError`, within time and memory. See `fuzz` for
 * the options.
 */

/** A form with fields of all types. */
const fieldsOfAllTypes = formPdf([
  '/FT/Tx/T(text)/Ff 4096/V(value)/DA(/Win 0 Tf 1 0 0 rg)/MK<</R 90/BC[0 0 1]/BG[0.9]>>/BS<</W 2/S/B>>',
  '/FT/Tx/T(comb)/Ff 16777216/MaxLen 8/Q 1',
  '/FT/Btn/T(check)/MK<</CA(8)>>',
  '/FT/Btn/T(radio)/Ff 32768/Opt[(a)(b)]',
  '/FT/Ch/T(combo)/Ff 131072/Opt[[(a)(A)][(b)(B)]]',
  '/FT/Ch/T(list)/Ff 2097152/Opt[(a)(b)(c)]/TI 1/I[0]',
  '/FT/Sig/T(signature)',
]);

const featuredPages = 4;
const everything = await everythingPdf(featuredPages);
const goodPages = 3;
const plainText = await makePdf('Good', goodPages);
const good = await GoodPages.of(plainText, goodPages);

/** The same without object streams and compression, so that mutations reach the content of objects. */
async function plain(pdf: Buffer): Promise<Buffer> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  return Buffer.from(await document.save({ useObjectStreams: false, updateFieldAppearances: false }));
}

const inputs = (...contents: readonly Buffer[]): PdfInput[] =>
  contents.map((content, index) => ({ field: `files[${index}]`, fileName: `${index}.pdf`, content }));

/** Merges with the plain document in the third and in the first place. */
const mergesWith = (bytes: Buffer): [MergeTask, MergeTask] => [
  { kind: 'merge', inputs: inputs(bytes, everything, plainText, bytes), outline: 'files', fileName: '' },
  {
    kind: 'merge',
    inputs: inputs(plainText, everything, bytes),
    metadata: { title: 'made' },
    linearize: true,
    fileName: '',
  },
];

const splitOf = (bytes: Buffer, division: Omit<SplitTask, 'kind' | 'input' | 'fileName'>): SplitTask => ({
  kind: 'split',
  input: { field: 'file', fileName: '0.pdf', content: bytes },
  fileName: '',
  ...division,
});

const ranges: SplitTask['ranges'] = [
  { kind: 'last', text: '-1', count: 1 },
  { kind: 'span', text: '1', first: 1, last: 1 },
  { kind: 'from', text: '1-', first: 1 },
];

/** All finishing options. The result opens without a password. */
const editOf = (bytes: Buffer): EditTask => ({
  kind: 'edit',
  input: { field: 'file', fileName: '0.pdf', content: bytes },
  attachments: [{ field: 'attachments[0]', fileName: 'a.txt', content: Buffer.from('attached') }],
  overlays: [
    { field: 'overlays[0]', fileName: 'a.png', content: plainPng(40, 20) },
    { field: 'overlays[1]', fileName: 'a.pdf', content: bytes },
  ],
  watermark: [
    { ...overlayDefaults, file: 'a.png', tile: true, rotation: 45, opacity: 0.3 },
    { ...overlayDefaults, text: 'Draft {page} of {pages}' },
  ],
  stamp: [
    { ...overlayDefaults, file: 'a.png' },
    { ...overlayDefaults, file: 'a.pdf', opacity: 0.5 },
  ],
  pages: [
    { kind: 'last', text: '-1', count: 1 },
    { kind: 'from', text: '1-', first: 1 },
  ],
  rotate: [{ angle: 90 }],
  flatten: 'all',
  bookmarks: [{ title: 'Top', page: 1, parent: -1 }],
  metadata: { '*': null, title: 'made' },
  compress: { images: { dpi: 72, quality: 40, grayscale: true } },
  protect: { ownerPassword: 'owner' },
  linearize: true,
  fileName: '',
});

/** Values of all types for the fields that a document has, and for one that it may not have. */
function formOf(bytes: Buffer): FormEntry[] {
  const { form } = inspectTask({ kind: 'inspect', input: inputs(bytes)[0] as PdfInput });
  const values: FormValue[] = ['Ünï 漢字\nline', true, null, ['a', 'b']];
  return [
    { name: 'person.name0', value: 'changed' },
    ...form.flatMap(({ name, options }): FormEntry[] => [
      ...values.map((value) => ({ name, value })),
      ...options.slice(0, 3).map((value) => ({ name, value })),
    ]),
  ];
}

/** Fills each field on its own, because fields take different values. */
async function checkForm(bytes: Buffer): Promise<void> {
  for (const entry of formOf(bytes).slice(0, mostValues)) {
    try {
      await checkResults({ kind: 'edit', input: inputs(bytes)[0] as PdfInput, fileName: '', form: [entry] });
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'invalid-field')) throw error;
    }
  }
}

/** Splits at the bookmarks, which most files do not have. */
async function checkBookmarks(bytes: Buffer): Promise<void> {
  try {
    await checkResults(splitOf(bytes, { mode: 'bookmarks' }));
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'invalid-field')) throw error;
  }
}

/** The most values that are tried in the form of a document. */
const mostValues = 30;

const surgeon = new PdfSurgeon();

await fuzz({
  name: 'pdf-conversions',
  extensions: ['.pdf'],
  tokens: pdfTokens,
  change: (bytes, other, random) => surgeon.operate(bytes, other, random),
  seeds: [
    everything,
    await plain(everything),
    await plain(everything),
    rawPdf(textPages('one', 'two', 'three')),
    fieldsOfAllTypes,
  ],
  async attempt(bytes) {
    const [between, before] = mergesWith(bytes);
    for (const merged of await checkResults(between)) {
      const changedPages = (merged.pages - featuredPages - goodPages) / 2;
      await good.check(merged.bytes, merged.pages, changedPages + featuredPages + 1);
    }
    for (const merged of await checkResults(before)) await good.check(merged.bytes, merged.pages, 1);
    await checkResults(splitOf(bytes, { ranges }));
    await checkResults(splitOf(bytes, { mode: 'size', maxBytes: 5000 }));
    await checkResults(
      splitOf(bytes, { mode: 'every', span: 2, metadata: { title: 'made' }, linearize: true }),
    );
    inspectTask({ kind: 'inspect', input: inputs(bytes)[0] as PdfInput });
    await checkResults(editOf(bytes));
    await checkBookmarks(bytes);
    await checkForm(bytes);
    return 'made';
  },
});
good.close();
