import assert from 'node:assert/strict';
import { PDFDocument } from 'pdf-lib';
import type { FileResponse } from '#lib/api/responses/file-response.ts';
import type { Check } from '../check.ts';
import { fixture, form, jsonOf, requirePdf } from '../responses.ts';
import { decodedPicture } from '../../../support/decoded-picture.ts';
import { formPdf } from '../../../support/form-pdf.ts';
import { resultFile } from '../../../support/result-file.ts';

const reportPages = [1, 2, 3, 4, 5, 6, 7].map((page) => `Report, page ${page}`);
export const mergedPages = ['Cover, page 1', ...reportPages];

/** The form of a merge with eight pages. */
export const mergeForm = (): FormData =>
  form(['files', fixture('cover.pdf')], ['files', fixture('report.pdf')]);

/** A form with a text field and a check box. */
const applicationForm = formPdf(['/FT/Tx/T(applicant.name)', '/FT/Btn/T(terms)/MK<</BC[0]>>']);

const pdfFile = (bytes: Uint8Array): File => new File([new Uint8Array(bytes)], 'form.pdf');

const mergeFiles = () => ({ files: [fixture('cover.pdf'), fixture('report.pdf')] });

/** A PDF with one form field. */
async function filledForm(value: string): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const field = document.getForm().createTextField('name');
  field.setText(value);
  field.addToPage(document.addPage([300, 200]), { x: 20, y: 100, width: 200, height: 30 });
  return document.save();
}

export const pdfChecks: readonly Check[] = [
  {
    title: '`POST /api/pdf/merge` stores a PDF with all pages',
    contract: true,
    operation: 'merge-pdf',
    covers: ['iam'],
    async run(target) {
      const file = await target.client().mergePdf(mergeFiles());
      assert.equal(file.pages, mergedPages.length);
      return requirePdf(await target.download(file.url), mergedPages);
    },
  },
  {
    title: '`POST /api/pdf/split` stores a PDF for each range',
    contract: true,
    operation: 'split-pdf',
    async run(target) {
      const parts = await target.client().splitPdf({ file: fixture('report.pdf'), ranges: '1-3,5' });
      const expected = [reportPages.slice(0, 3), reportPages.slice(4, 5)];
      assert.equal(parts.length, expected.length);
      for (const [index, { url }] of parts.entries()) {
        await requirePdf(await target.download(url), expected[index] ?? []);
      }
      return `PDFs with ${expected.map(({ length }) => length).join(' and ')} pages`;
    },
  },
  {
    title: '`POST /api/pdf/images` stores a picture of each page',
    contract: true,
    operation: 'pdf-images',
    needs: ['fonts'],
    async run(target) {
      const file = fixture('report.pdf');
      const pictures = await target.client().pdfImages({ file, pages: '1-2', width: 200 });
      assert.equal(pictures.length, 2);
      for (const { url } of pictures) {
        const { width } = await decodedPicture(await target.download(url));
        assert.equal(width, 200);
      }
      return '2 PNGs of 200 pixels';
    },
  },
  {
    title: '`POST /api/pdf/thumbnail` draws the first page',
    contract: true,
    operation: 'thumbnail',
    needs: ['fonts'],
    async run(target) {
      const picture = await target.client().thumbnail({ file: fixture('report.pdf') });
      assert('url' in picture, 'a PDF is drawn in the call');
      const { width } = await decodedPicture(await target.download(picture.url));
      assert.equal(width, 320);
      return 'a PNG of 320 pixels';
    },
  },
  {
    title: '`POST /api/pdf/split` divides a PDF by the number of pages and by size',
    contract: true,
    operation: 'split-pdf',
    async run(target) {
      const file = fixture('report.pdf');
      const halves = await target.client().splitPdf({ file, mode: 'every', span: 4 });
      assert.deepEqual(
        halves.map(({ pages }) => pages),
        [4, 3],
      );
      const maxBytes = Math.max(...halves.map(({ size }) => size));
      const parts = await target.client().splitPdf({ file, mode: 'size', maxBytes });
      for (const { size } of parts) assert.ok(size <= maxBytes);
      const pages = parts.reduce((sum, part) => sum + (part.pages ?? 0), 0);
      assert.equal(pages, reportPages.length);
      return `parts of 4 and 3 pages, and ${parts.length} of at most ${maxBytes} bytes`;
    },
  },
  {
    title: '`POST /api/pdf/inspect` reports what a PDF contains',
    contract: true,
    operation: 'inspect-pdf',
    async run(target) {
      const { pageCount, fonts } = await target.client().inspectPdf({ file: fixture('report.pdf') });
      assert.equal(pageCount, reportPages.length);
      return `${pageCount} pages, ${fonts.length} fonts`;
    },
  },
  {
    title: '`POST /api/pdf/validate` reports what a PDF does not meet of PDF/A',
    contract: true,
    operation: 'validate-pdf',
    needs: ['validation'],
    async run(target) {
      const file = fixture('report.pdf');
      const { valid, failures } = await target.client().validatePdf({ file, conformance: '2b' });
      assert.equal(valid, false);
      assert.ok(failures.every(({ clause }) => clause.startsWith('ISO 19005-2, ')));
      return `${failures.length} failures`;
    },
  },
  {
    title: '`POST /api/pdf/text` returns the text of a PDF',
    contract: true,
    operation: 'pdf-text',
    async run(target) {
      const text = await target.client().pdfText({ file: fixture('report.pdf'), format: 'markdown' });
      assert.ok(typeof text === 'string');
      assert.deepEqual(text.trim().split('\n\n'), reportPages);
      return `${text.length} characters of Markdown`;
    },
  },
  {
    title: '`POST /api/pdf/edit` stores a PDF with the pages in the requested order',
    contract: true,
    operation: 'edit-pdf',
    async run(target) {
      const file = await target.client().editPdf({ file: fixture('report.pdf'), pages: '7,1', rotate: 90 });
      const expected = [...reportPages.slice(6), ...reportPages.slice(0, 1)];
      return requirePdf(await target.download(file.url), expected);
    },
  },
  {
    title: 'Flattening makes form fields part of the pages',
    contract: true,
    operation: 'edit-pdf',
    async run(target) {
      const file = new File([new Uint8Array(await filledForm('Ada Lovelace'))], 'form.pdf');
      const { url, warnings } = await target.client().editPdf({ file, flatten: true });
      assert.deepEqual(warnings, []);
      const bytes = await target.download(url);
      const result = new File([new Uint8Array(bytes)], 'flat.pdf');
      const { form } = await target.client().inspectPdf({ file: result });
      assert.deepEqual(form, []);
      return requirePdf(bytes, ['Ada Lovelace']);
    },
  },
  {
    title: '`linearize` lays a PDF out for viewing while it is downloaded',
    contract: true,
    operation: 'edit-pdf',
    async run(target) {
      const file = await target.client().editPdf({ file: fixture('report.pdf'), linearize: true });
      const { linearized } = await target.client().inspectPdf({ file: file.id });
      assert.equal(linearized, true);
      return requirePdf(await target.download(file.url), reportPages);
    },
  },
  {
    title: 'Compression makes a PDF smaller, and reports what it saved',
    contract: true,
    operation: 'edit-pdf',
    async run(target) {
      const edit = { file: fixture('report.pdf'), pages: '1-' };
      const plain = await target.client().editPdf(edit);
      const compressed = await target.client().editPdf({ ...edit, compress: 'screen' });
      assert.ok(compressed.size < plain.size, `${compressed.size} of ${plain.size} bytes`);
      assert.ok(compressed.warnings.some(({ code }) => code === 'compressed'));
      return requirePdf(await target.download(compressed.url), reportPages);
    },
  },
  {
    title: 'Form fields are filled, and shown in the fonts of the installation',
    contract: true,
    operation: 'edit-pdf',
    needs: ['fonts'],
    async run(target) {
      const client = target.client();
      const form = { 'applicant.name': 'Zoë 王', terms: true };
      const file = await client.editPdf({ file: pdfFile(applicationForm), form });
      assert.deepEqual(file.warnings, []);
      const bytes = await target.download(file.url);
      const { form: fields } = await client.inspectPdf({ file: pdfFile(bytes) });
      const values = fields.map(({ name, value }) => [name, value]);
      assert.deepEqual(values, [
        ['applicant.name', 'Zoë 王'],
        ['terms', 'Yes'],
      ]);
      return `${values.length} fields with their values`;
    },
  },
  {
    title: 'Stamps draw text and SVG documents',
    contract: true,
    operation: 'edit-pdf',
    needs: ['rendering'],
    async run(target) {
      const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>';
      const file = await target.client().editPdf({
        file: fixture('report.pdf'),
        pages: '7',
        overlays: [new File([svg], 'seal.svg', { type: 'image/svg+xml' })],
        stamp: [{ text: 'Page {page} of {pages}' }, { file: 'seal.svg' }],
      });
      return requirePdf(await target.download(file.url), ['Page 1 of 1']);
    },
  },
  {
    title: 'A repeated request with the same `Idempotency-Key` is replayed',
    contract: true,
    async run(target) {
      const headers = { 'idempotency-key': crypto.randomUUID() };
      const send = () => target.call('/api/pdf/merge', { headers, body: mergeForm() });
      const first = await jsonOf<FileResponse>(await send());
      const again = await send();
      assert.equal(again.headers.get('idempotent-replayed'), 'true');
      assert.equal((await jsonOf<FileResponse>(again)).id, first.id);
      return 'the same file, with `Idempotent-Replayed: true`';
    },
  },
  {
    title: 'A merge with `Prefer: respond-async` is a job',
    contract: true,
    needs: ['jobs'],
    covers: ['iam'],
    async run(target) {
      const client = target.client();
      const accepted = await client.submit('merge-pdf', mergeFiles());
      const job = await client.waitForJob(accepted, { signal: target.signal });
      return requirePdf(await target.download(resultFile(job).url), mergedPages);
    },
  },
];
