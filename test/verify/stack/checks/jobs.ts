import assert from 'node:assert/strict';
import { PDFDocument, PDFName } from 'pdf-lib';
import type { FileResponse } from '#lib/api/responses/file-response.ts';
import type { JobResponse } from '#lib/api/responses/job-response.ts';
import { resultFile } from '../../../support/result-file.ts';
import type { Check } from '../check.ts';
import { fixture, requirePdf, requireProblem, requireSampleFont, sampleFontFile } from '../responses.ts';
import type { Target } from '../target.ts';
import { unlessWithoutEngine } from './engine.ts';

const documents = {
  'convert-docx': { fileName: 'letter.docx', pages: ['Dear reader', 'Second page'] },
  'convert-xlsx': { fileName: 'budget.xlsx', pages: ['Paper'] },
  'convert-pptx': { fileName: 'slides.pptx', pages: ['First slide', 'Second slide'] },
  'to-pdf': { fileName: 'letter.docx', pages: ['Dear reader', 'Second page'] },
} as const;

type OfficeOperation = keyof typeof documents;

const watermark = 'DRAFT';

/** The text of the document that `convert-office` converts. */
const letterText = 'Dear reader';

const submitLetter = (target: Target): Promise<JobResponse> =>
  unlessWithoutEngine(target.client().convertDocx({ file: fixture('letter.docx') }));

const office = (operation: OfficeOperation): Check => ({
  title: `\`${operation}\` converts a document as a job`,
  contract: true,
  operation,
  needs: ['jobs'],
  covers: ['iam', 'libreoffice-loader'],
  async run(target) {
    const { fileName, pages } = documents[operation];
    const client = target.client();
    const document = fixture(fileName);
    const accepted = await unlessWithoutEngine(
      operation === 'to-pdf'
        ? client.convert(operation, { files: [document] })
        : client.convert(operation, { file: document }),
    );
    const job = await client.waitForJob(accepted, { signal: target.signal });
    const seen = await requirePdf(await target.download(resultFile(job).url), pages);
    const [created = 0, started = 0, finished = 0] = [job.createdAt, job.startedAt, job.finishedAt].map(
      (time) => Date.parse(time ?? ''),
    );
    target.options.times.add(`job ${job.type}`, finished - started);
    return `${seen}, after ${started - created} ms in the queue and ${finished - started} ms in the worker`;
  },
});

export const jobChecks: readonly Check[] = [
  office('convert-docx'),
  office('convert-xlsx'),
  office('convert-pptx'),
  office('to-pdf'),
  {
    title: '`to-pdf` merges files of several kinds, which several functions convert',
    contract: true,
    needs: ['jobs'],
    covers: ['iam'],
    async run(target) {
      const client = target.client();
      const page = new File(['<!doctype html><h1>Page</h1>'], 'page.html', { type: 'text/html' });
      const files = [fixture('letter.docx'), page, fixture('cover.pdf')];
      const accepted = await unlessWithoutEngine(client.convert('to-pdf', { files }));
      const job = await client.waitForJob(accepted, { signal: target.signal });
      assert.deepEqual(job.progress, { done: 3, total: 3 });
      return requirePdf(await target.download(resultFile(job).url), [
        ...documents['to-pdf'].pages,
        'Page',
        'Cover, page 1',
      ]);
    },
  },
  {
    title: 'A document is converted in a font of its request',
    contract: true,
    needs: ['jobs'],
    async run(target) {
      const note = new File(['{\\rtf1{\\fonttbl{\\f0 Sample Sans;}}\\f0 A note}'], 'note.rtf');
      const client = target.client();
      const input = { files: [note], fonts: [sampleFontFile()] };
      const accepted = await unlessWithoutEngine(client.convert('to-pdf', input));
      const result = resultFile(await client.waitForJob(accepted, { signal: target.signal }));
      return requireSampleFont(result, await target.download(result.url));
    },
  },
  {
    title: 'Options of the export decide how a viewer opens a document, and mark its pages',
    contract: true,
    needs: ['jobs'],
    async run(target) {
      const client = target.client();
      const accepted = await unlessWithoutEngine(
        client.convert('to-pdf', {
          files: [fixture(documents['to-pdf'].fileName)],
          nativeWatermarkText: watermark,
          initialView: 'thumbnails',
          openBookmarkLevels: 1,
          comments: 'margin',
          maxImageResolution: 150,
          pageLayout: 'two-columns',
          firstPageOnLeft: true,
        }),
      );
      const result = resultFile(await client.waitForJob(accepted, { signal: target.signal }));
      const bytes = await target.download(result.url);
      const { catalog } = await PDFDocument.load(bytes);
      const [mode, layout] = ['PageMode', 'PageLayout'].map((name) => String(catalog.get(PDFName.of(name))));
      assert.deepEqual({ mode, layout }, { mode: '/UseThumbs', layout: '/TwoColumnLeft' });
      return requirePdf(bytes, [watermark, watermark]);
    },
  },
  {
    title: '`convert-office` converts a document to another format as a job',
    contract: true,
    operation: 'convert-office',
    needs: ['jobs'],
    async run(target) {
      const client = target.client();
      const accepted = await unlessWithoutEngine(
        client.convertOffice({ file: fixture('letter.docx'), format: 'txt' }),
      );
      const job = await client.waitForJob(accepted, { signal: target.signal });
      const text = new TextDecoder().decode(await target.download(resultFile(job).url));
      assert.ok(text.includes(letterText), `The result has no "${letterText}".`);
      return `${text.length} characters of text`;
    },
  },
  {
    title: 'An office conversion with `Prefer: wait` returns its result',
    contract: true,
    needs: ['jobs'],
    async run(target) {
      const input = { file: fixture('letter.docx') };
      const result: FileResponse | JobResponse = await unlessWithoutEngine(
        target.client().convertWithin(20, 'convert-docx', input),
      );
      // A busy or cold worker can take longer than the wait.
      if ('status' in result) return `a job that is ${result.status} when the wait ends`;
      return requirePdf(await target.download(result.url), documents['convert-docx'].pages);
    },
  },
  {
    title: '`GET /api/jobs` lists a new job first',
    contract: true,
    operation: 'list-jobs',
    async run(target) {
      const { id } = await submitLetter(target);
      for await (const job of target.client().jobs({ limit: 1 })) {
        assert.equal(job.id, id);
        return 'the job';
      }
      throw new Error('The list is empty.');
    },
  },
  {
    title: '`GET /api/jobs/{id}` returns a job',
    contract: true,
    operation: 'get-job',
    async run(target) {
      const { id } = await submitLetter(target);
      const job = await target.client().getJob(id);
      assert.equal(job.id, id);
      return `a job that is ${job.status}`;
    },
  },
  {
    title: '`GET /api/jobs/{id}/result` redirects to the result',
    contract: true,
    operation: 'get-job-result',
    needs: ['jobs'],
    async run(target) {
      const { id } = await submitLetter(target);
      await target.client().waitForJob(id, { signal: target.signal });
      const redirect = await target.call(`/api/jobs/${id}/result`);
      assert.equal(redirect.status, 303);
      const bytes = await target.download(redirect.headers.get('location') ?? '');
      return requirePdf(bytes, documents['convert-docx'].pages);
    },
  },
  {
    title: '`DELETE /api/jobs/{id}` deletes a job with its result',
    contract: true,
    operation: 'delete-job',
    async run(target) {
      const { id } = await submitLetter(target);
      await target.client().deleteJob(id);
      await requireProblem(await target.call(`/api/jobs/${id}/result`), 410, 'gone');
      return 'the result is `gone`';
    },
  },
];
