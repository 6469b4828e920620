import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { outputFormats } from '#lib/api/fields/output-formats.ts';
import type { JobResponse } from '#lib/api/responses/job-response.ts';
import { isDrawing, officeFormats } from '#lib/engines/office/formats.ts';
import { pageTexts } from '../support/pdf.ts';
import { percent, tolerance } from './appearance.ts';
import { type CorpusClient, download, type Finding } from './corpus-client.ts';
import { difference, pictures } from './pdf-tools.ts';
import { convertWith } from './reference-office.ts';
import { resultFile } from '../support/result-file.ts';

/** Pages of a document that are compared as pictures. */
const mostPictures = 30;

/** Real documents do not exhaust or crash LibreOffice. */
const faults: readonly string[] = ['internal-error', 'conversion-timeout', 'conversion-crashed'];

/**
 * Converts an office document, opens the PDF, and compares pages, text and pixels with those of another LibreOffice.
 *
 * @param reference the program `soffice` of a complete LibreOffice of the same version
 */
export async function checkOffice(
  client: CorpusClient,
  file: string,
  reference: string | undefined,
): Promise<Finding> {
  const kind = /\.(docx|xlsx|pptx)$/.exec(file)?.[1];
  const submitted = await (kind === undefined
    ? client.post<JobResponse>('/api/convert/to-pdf', [['files', readFileSync(file)]], basename(file))
    : client.post<JobResponse>(`/api/convert/${kind}-to-pdf`, [['file', readFileSync(file)]]));
  if (submitted.status !== 202) return { rejected: submitted.body.code ?? String(submitted.status) };
  const job = await ended(client, submitted.body.id);
  if (job.status !== 'completed') {
    const code = job.error?.code ?? '';
    return faults.includes(code) ? { faults: [`job: ${code}`] } : { rejected: code };
  }
  const result = resultFile(job);
  const pdf = await download(result.url);
  const texts = await pageTexts(pdf);
  if (texts.length !== result.pages) return { faults: [`${texts.length} of ${result.pages ?? 0} pages`] };
  const took = Date.parse(job.finishedAt ?? '') - Date.parse(job.startedAt ?? '');
  const note = `${texts.length} pages, ${texts.join('').length} characters, ${took} ms`;
  if (!reference) return { note };
  return { note, ...deviations({ pdf, texts }, await made(convertWith(reference, file))) };
}

interface MadePdf {
  pdf: Uint8Array;
  texts: readonly string[];
}

const made = async (pdf: Uint8Array): Promise<MadePdf> => ({ pdf, texts: await pageTexts(pdf) });

/** In what a PDF differs from that of the reference: pages, text, and what is to be seen. */
function deviations(own: MadePdf, expected: MadePdf): Finding {
  const { length } = own.texts;
  if (length !== expected.texts.length) {
    return { faults: [`${length} pages, the reference has ${expected.texts.length}`] };
  }
  const faults: string[] = [];
  const otherTexts = own.texts.flatMap((text, index) => (text === expected.texts[index] ? [] : [index + 1]));
  if (otherTexts.length > 0) faults.push(`other text than the reference on ${pageList(otherTexts)}`);
  const compared = Math.min(length, mostPictures);
  const [pages, expectedPages] = [own, expected].map(({ pdf }) => pictures(pdf, 1, compared));
  const shares = Array.from({ length: compared }, (_, index) =>
    difference(pages?.get(index + 1), expectedPages?.get(index + 1)),
  );
  const otherPixels = shares.flatMap((share, index) => (share > tolerance ? [index + 1] : []));
  if (otherPixels.length > 0) {
    faults.push(`other pixels on ${pageList(otherPixels)}, at most ${percent(Math.max(...shares))}`);
  }
  return faults.length > 0 ? { faults } : {};
}

const pageList = (pages: readonly number[]): string =>
  `page ${pages.slice(0, 5).join(', ')}${pages.length > 5 ? ` and ${pages.length - 5} more` : ''}`;

/** Converts an office document to each format besides PDF that its kind has. */
export async function checkExports(client: CorpusClient, file: string): Promise<Finding> {
  const format = officeFormats.find(({ name }) => name === extname(file).slice(1));
  if (!format) return { rejected: 'extension' };
  const rejected = new Set<string>();
  const formats: readonly string[] = isDrawing(format) ? ['png'] : outputFormats[format.kind];
  for (const wanted of formats) {
    const fields: [string, string | Buffer][] = [
      ['file', readFileSync(file)],
      ['format', wanted],
    ];
    const submitted = await client.post<JobResponse>('/api/convert/office', fields, basename(file));
    if (submitted.status !== 202) {
      rejected.add(submitted.body.code ?? String(submitted.status));
      continue;
    }
    const { error } = await ended(client, submitted.body.id);
    if (error && faults.includes(error.code)) return { faults: [`${wanted}: ${error.code}`] };
    if (error) rejected.add(error.code);
  }
  return rejected.size > 0 ? { rejected: [...rejected].join(', ') } : { note: formats.join(', ') };
}

async function ended(client: CorpusClient, id: string): Promise<JobResponse> {
  for (;;) {
    const { body } = await client.get<JobResponse>(`/api/jobs/${id}`);
    if (body.status !== 'queued' && body.status !== 'processing') return body;
    await sleep(50);
  }
}
