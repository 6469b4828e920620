import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConversionClient, OperationName } from '#lib/client/src/index.ts';
import type { FileResponse } from '#lib/api/responses/file-response.ts';
import { pageTexts } from '../../support/pdf.ts';
import { pagePixels } from '../../support/pdf-pixels.ts';

const fixture = (name: string): File => {
  const bytes = readFileSync(join(import.meta.dirname, '..', '..', 'fixtures', name));
  return new File([new Uint8Array(bytes)], name);
};

/** Stored results, or a response that is the result itself. */
type Results = FileResponse | readonly FileResponse[] | Response;
type Conversion = (client: ConversionClient) => Promise<Results>;

const office =
  (submit: (client: ConversionClient) => Promise<{ id: string }>): Conversion =>
  async (client) =>
    (await client.waitForJob(await submit(client), { timeout: 180_000 })).result;

/** Requests the PDF itself instead of a link to it. */
const inline =
  (name: OperationName, fields: readonly (readonly [string, File | string])[]): Conversion =>
  async (client) => {
    const form = new FormData();
    for (const [field, value] of fields) form.append(field, value);
    const body = await new Response(form).blob();
    const response = await client.send(name, { body, headers: { accept: 'application/pdf' } });
    if (response.redirected) throw new Error('The response redirects to storage.');
    return response;
  };

const letter = fixture('letter.docx');
const budget = fixture('budget.xlsx');
const slides = fixture('slides.pptx');
const page = fixture('page.html');
const cover = fixture('cover.pdf');
const report = fixture('report.pdf');

/** The conversions of the caged functions, as a client requests them. */
export const conversions: Readonly<Record<string, Conversion>> = {
  docx: office((client) => client.convertDocx({ file: letter })),
  xlsx: office((client) => client.convertXlsx({ file: budget })),
  pptx: office((client) => client.convertPptx({ file: slides })),
  'html to pdf': (client) => client.htmlFile({ file: page, format: 'pdf' }),
  'html to png': (client) => client.htmlFile({ file: page, format: 'png' }),
  merge: (client) => client.mergePdf({ files: [cover, report] }),
  'html to pdf inline': inline('html-file', [
    ['file', page],
    ['format', 'pdf'],
  ]),
  'merge inline': inline('merge-pdf', [
    ['files', cover],
    ['files', report],
  ]),
  split: (client) => client.splitPdf({ file: report, ranges: '1-3,5' }),
};

/** A result, in a way that two of the same content are equal: PDFs hold the time at which they were made. */
export interface Look {
  type: string;
  /** Of each page. */
  texts: string[];
  /** A hash of each page's pixels, or of the picture. */
  pixels: string[];
}

/** Gets a result's bytes. */
export type Keep = (bytes: Uint8Array, fileName: string) => void;

export async function convert(name: string, client: ConversionClient, keep?: Keep): Promise<Look[]> {
  const results = (await conversions[name]?.(client)) ?? [];
  if (results instanceof Response) return [await look(results, `${name}.pdf`, keep)];
  const files = Array.isArray(results) ? (results as FileResponse[]) : [results as FileResponse];
  return Promise.all(files.map(async ({ url, fileName }) => look(await fetch(url), fileName, keep)));
}

async function look(response: Response, fileName: string, keep: Keep | undefined): Promise<Look> {
  const type = response.headers.get('content-type') ?? '';
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (!response.ok) throw new Error(`${fileName} cannot be downloaded: ${response.status}.`);
  keep?.(bytes, fileName);
  if (type !== 'application/pdf') {
    const hash = createHash('sha256').update(bytes).digest('hex');
    return { type, texts: [], pixels: [hash] };
  }
  return { type, texts: await pageTexts(bytes), pixels: await pagePixels(bytes) };
}
