import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FileResponse } from '#lib/api/responses/file-response.ts';
import type { Inspection } from '#lib/api/responses/inspection.ts';
import type { JobResponse } from '#lib/api/responses/job-response.ts';
import type { Validation } from '#lib/api/responses/validation.ts';
import { call, download, form, jsonOf, problem } from '../support/client.ts';
import { makeDocx } from '../support/office.ts';
import { makePdf } from '../support/pdf.ts';
import { readPdf } from '../support/read-pdf.ts';
import { leftOut } from '../support/requirements.ts';
import { resultFile } from '../support/result-file.ts';

const invoice = readFileSync(join(import.meta.dirname, '../fixtures/invoice.xml'));
const xrechnung = Buffer.from(
  String(invoice).replace(
    'urn:cen.eu:en16931:2017',
    'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
  ),
);
const page = await makePdf('Invoice', 1);
const html = Buffer.from('<!doctype html><html lang="en"><title>Invoice</title><p>Paper, 119.00 EUR');

type Fields = Parameters<typeof form>;

const xml = (content: Buffer = invoice): Fields[number] => ['facturX', content, 'data.xml'];

/** The result of a request, or of its job. */
async function fileOf(path: string, ...fields: Fields): Promise<FileResponse> {
  const response = await call(path, { body: form(...fields) });
  if (response.status !== 202) return jsonOf(response);
  const { id } = await jsonOf<JobResponse>(response, 202);
  for (;;) {
    const job = await jsonOf<JobResponse>(await call(`/api/jobs/${id}?wait=20`));
    if (job.finishedAt) return resultFile(job);
  }
}

/** Checks that a file is an invoice and PDF/A-3, and returns its content. */
async function invoiceIn({ url }: FileResponse, fileName = 'factur-x.xml', level = 'EN 16931') {
  const bytes = await download(url);
  const report = await jsonOf<Inspection>(
    await call('/api/pdf/inspect', { body: form(['file', bytes, 'invoice.pdf']) }),
  );
  expect(report.conformance).toEqual(['PDF/A-3b', 'Factur-X']);
  expect(report.attachments).toMatchObject([{ name: fileName, mimeType: 'text/xml' }]);
  const { xmp, attachments } = await readPdf(bytes);
  expect(xmp).toContain(`<fx:DocumentFileName>${fileName}<`);
  expect(xmp).toContain(`<fx:ConformanceLevel>${level}<`);
  const validation = await jsonOf<Validation>(
    await call('/api/pdf/validate', { body: form(['file', bytes, 'invoice.pdf']) }),
  );
  expect(validation).toEqual({ conformance: '3b', valid: true, failures: [] });
  return { bytes, content: attachments[fileName] };
}

describe.skipIf(leftOut('libreoffice', 'chromium', 'verapdf'))(
  'electronic invoices',
  { timeout: 120_000 },
  () => {
    it.each<[string, string, Fields]>([
      ['edits', '/api/pdf/edit', [['file', page, 'a.pdf']]],
      [
        'merges',
        '/api/pdf/merge',
        [
          ['files', page, 'a.pdf'],
          ['files', page, 'b.pdf'],
        ],
      ],
      [
        'pages',
        '/api/html/file',
        [
          ['file', html, 'a.html'],
          ['format', 'pdf'],
        ],
      ],
      [
        'Markdown',
        '/api/html/markdown',
        [
          ['file', Buffer.from('# Invoice'), 'a.md'],
          ['format', 'pdf'],
        ],
      ],
      ['documents', '/api/convert/docx-to-pdf', [['file', makeDocx({ text: 'Invoice' }), 'a.docx']]],
      [
        'several files',
        '/api/convert/to-pdf',
        [
          ['files', makeDocx({ text: 'Invoice' }), 'a.docx'],
          ['files', html, 'b.html'],
        ],
      ],
    ])('are results of %s', async (_, path, fields) => {
      const { content } = await invoiceIn(await fileOf(path, ...fields, xml()));
      expect(content).toBe(String(invoice));
    });

    it('have the name and level of their profile', async () => {
      const file = await fileOf('/api/pdf/edit', ['file', page, 'a.pdf'], xml(xrechnung));
      await invoiceIn(file, 'xrechnung.xml', 'XRECHNUNG');
    });

    it('stay invoices, except as parts without the XML', async () => {
      const { bytes } = await invoiceIn(
        await fileOf('/api/pdf/merge', ['files', page, 'a.pdf'], ['files', page, 'b.pdf'], xml()),
      );
      const source: Fields[number] = ['file', bytes, 'invoice.pdf'];
      const edited = await fileOf('/api/pdf/edit', source, ['pages', '2']);
      expect(edited.warnings).toEqual([]);
      await invoiceIn(edited);
      const [part] = await jsonOf<FileResponse[]>(
        await call('/api/pdf/split', { body: form(source, ['ranges', '1']) }),
      );
      const lost = { code: 'conformance-dropped', conformance: 'Factur-X' };
      expect(part?.warnings).toMatchObject([lost, { code: 'attachments-dropped' }]);
      const report = await jsonOf<Inspection>(
        await call('/api/pdf/inspect', {
          body: form(['file', await download(part?.url ?? ''), 'part.pdf']),
        }),
      );
      expect(report).toMatchObject({ conformance: ['PDF/A-3b'], attachments: [] });
    });

    it.each<[string, Fields, string]>([
      ['no XML', [xml(page)], 'facturX'],
      ['another profile', [xml(), ['facturXProfile', 'minimum']], 'facturXProfile'],
      ['a profile without an invoice', [['facturXProfile', 'minimum']], 'facturXProfile'],
      ['PDF/A-2', [xml(), ['pdfa', '2b']], 'pdfa'],
    ])('are not made of %s', async (_, fields, field) => {
      const response = await call('/api/pdf/edit', { body: form(['file', page, 'a.pdf'], ...fields) });
      const { errors } = await problem(response, 400, 'invalid-field');
      expect(errors?.map((error) => error.field)).toEqual([field]);
    });
  },
);
