import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { outputFormats } from '#lib/api/fields/output-formats.ts';
import type { JobResponse } from '#lib/api/responses/job-response.ts';
import { isDrawing, officeFormats } from '#lib/engines/office/formats.ts';
import { pageTexts } from '../support/pdf.ts';
import { type CorpusClient, download, type Finding } from './corpus-client.ts';
import { resultFile } from '../support/result-file.ts';

/** Real documents do not exhaust or crash LibreOffice. */
const faults: readonly string[] = ['internal-error', 'conversion-timeout', 'conversion-crashed'];

/**
 * Converts an office document, opens the PDF, and compares pages and text with those of another LibreOffice.
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
  const expected = await pageTexts(convertWith(reference, file));
  if (expected.length !== texts.length)
    return { faults: [`${texts.length} pages, the reference has ${expected.length}`] };
  const page = texts.findIndex((text, index) => text !== expected[index]);
  return page < 0 ? { note } : { faults: [`other text than the reference on page ${page + 1}`] };
}

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

function convertWith(soffice: string, file: string): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'reference-'));
  try {
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
    const output = join(folder, 'out');
    const args = [profile, '--headless', '--convert-to', 'pdf', '--outdir', output, file];
    // The first run with a new profile can end without converting anything.
    for (let run = 0; run < 2 && !outputOf(output); run += 1) spawnSync(soffice, args, { stdio: 'ignore' });
    const pdf = outputOf(output);
    if (!pdf) throw new Error('the reference made no PDF');
    return readFileSync(pdf);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function outputOf(folder: string): string | undefined {
  try {
    const [name] = readdirSync(folder);
    return name && join(folder, name);
  } catch {
    return undefined;
  }
}
