import { open } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { officeJobTypes } from '../../api/job-states.ts';
import { exportOptions, kindOfJob, officeOptions } from '../../api/options/office.ts';
import type { Warning } from '../../api/responses/warning.ts';
import { timed } from '../../base/observability/span.ts';
import { fromFile } from '../../base/random-access.ts';
import { imageSize } from '../../engines/html/image-size.ts';
import type { OfficeConverter } from '../../engines/office/converter.ts';
import { countPages } from '../../engines/pdf/generated/page-count.ts';
import type { ReadyJob } from '../../jobs/job.ts';
import { exportOffice } from './export-office.ts';
import { officeToPdf } from './office-to-pdf.ts';
import type { OfficeDocument } from './ready-document.ts';

/** The result of an office conversion, a file in the document's folder. */
export interface OfficeResult {
  path: string;
  contentType: string;
  /** With its period. */
  extension: string;
  /** Number of pages of a PDF. */
  pages?: number;
  /** Size of a picture, in pixels. */
  width?: number;
  height?: number;
  warnings: Warning[];
}

export interface OfficeTools {
  converter: Pick<OfficeConverter, 'convert' | 'export'>;
  decryptWorker: URL;
}

const pdfJobType = z.enum(['to-pdf', ...officeJobTypes]);

/** Converts a document by the type and the options of its job. */
export const officeResult = (
  job: Pick<ReadyJob, 'type' | 'options'>,
  document: OfficeDocument,
  tools: OfficeTools,
): Promise<OfficeResult> =>
  job.type === 'convert-office' ? otherFormat(job, document, tools) : pdf(job, document, tools);

async function pdf(
  job: Pick<ReadyJob, 'type' | 'options'>,
  document: OfficeDocument,
  { converter, decryptWorker }: OfficeTools,
): Promise<OfficeResult> {
  const options = officeOptions.parse(job.options);
  const type = pdfJobType.parse(job.type);
  const kind = type === 'to-pdf' ? undefined : kindOfJob(type);
  const outputFile = join(document.folder, 'output.pdf');
  const request = { ...document, kind, options, outputFile };
  const warnings = await officeToPdf(request, converter, decryptWorker);
  const pages = await timed('count', () => pageCountOf(outputFile));
  return { path: outputFile, contentType: 'application/pdf', extension: '.pdf', pages, warnings };
}

async function otherFormat(
  job: Pick<ReadyJob, 'options'>,
  document: OfficeDocument,
  { converter, decryptWorker }: OfficeTools,
): Promise<OfficeResult> {
  const options = exportOptions.parse(job.options);
  const result = await exportOffice(document, options, converter, decryptWorker);
  const size = result.contentType === 'image/png' ? await pictureSize(result.path) : {};
  return { ...result, ...size, warnings: [] };
}

async function pageCountOf(path: string): Promise<number> {
  await using file = await fromFile(path);
  return await countPages(file);
}

/** Bytes of a PNG until after its width and height. */
const headerLength = 24;

async function pictureSize(path: string): Promise<{ width: number; height: number }> {
  await using file = await open(path);
  const { buffer } = await file.read({ buffer: Buffer.alloc(headerLength), position: 0 });
  return imageSize(buffer);
}
