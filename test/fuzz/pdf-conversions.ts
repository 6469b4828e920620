import { PDFDocument } from 'pdf-lib';
import type { PdfInput, PdfTask } from '../../lib/conversions/pdf/task.ts';
import { everythingPdf } from '../support/everything-pdf.ts';
import { textPages, rawPdf } from '../support/raw-pdf.ts';
import { checkResults } from './check-results.ts';
import { fuzz } from './fuzz-loop.ts';
import { PdfSurgeon } from './pdf-surgery.ts';
import { pdfTokens } from './pdf-tokens.ts';

/**
 * Merges PDFs that were changed at random, in their bytes or object by object, with one that has everything, and splits them: what comes out has to open
 * without a finding and have the pages it is said to have; otherwise there has to be an error for people, within time
 * and memory. See `fuzz` for the options.
 */

const everything = await everythingPdf(4);

/** The same with each object by itself and uncompressed, so that changes reach what is in them. */
async function plain(pdf: Buffer): Promise<Buffer> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  return Buffer.from(await document.save({ useObjectStreams: false, updateFieldAppearances: false }));
}

const inputs = (...contents: readonly Buffer[]): PdfInput[] =>
  contents.map((content, index) => ({ field: `files[${index}]`, fileName: `${index}.pdf`, content }));

function tasksWith(bytes: Buffer): PdfTask[] {
  const [input] = inputs(bytes) as [PdfInput];
  return [
    { kind: 'merge', inputs: inputs(bytes, everything, bytes), outline: 'files', fileName: '' },
    { kind: 'merge', inputs: inputs(everything, bytes), metadata: { title: 'made' }, fileName: '' },
    {
      kind: 'split',
      input,
      ranges: [
        { kind: 'last', text: '-1', count: 1 },
        { kind: 'span', text: '1', first: 1, last: 1 },
        { kind: 'from', text: '1-', first: 1 },
      ],
      fileName: '',
    },
  ];
}

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
  ],
  attempt(bytes) {
    for (const task of tasksWith(bytes)) checkResults(task);
    return 'made';
  },
});
