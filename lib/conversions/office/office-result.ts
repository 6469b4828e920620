import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { officeJobTypes } from '../../api/job-states.ts';
import { exportOptions, kindOfJob, officeOptions } from '../../api/options/office.ts';
import { imageSize } from '../../engines/html/image-size.ts';
import type { OfficeConverter } from '../../engines/office/converter.ts';
import type { ObjectReader } from '../../files/input-file.ts';
import type { Content, ProducedFile } from '../../files/produced-file.ts';
import type { ReadyJob } from '../../jobs/job.ts';
import type { PdfRunner } from '../pdf/pdf-thread.ts';
import { exportOffice } from './export-office.ts';
import { finishedPdf, finishingOf } from './finished-pdf.ts';
import { officeToPdf } from './office-to-pdf.ts';
import type { OfficeDocument } from './ready-document.ts';

/** The result of an office conversion. Content on disk is in the document's folder. */
export interface OfficeResult extends Omit<ProducedFile<Content>, 'fileName'> {
  /** With its period. */
  extension: string;
}

export interface OfficeTools {
  converter: Pick<OfficeConverter, 'convert' | 'export'>;
  decryptWorker: URL;
  /** For finishing options. */
  pdf: PdfRunner;
  uploads: ObjectReader;
}

const pdfJobType = z.enum(['to-pdf', ...officeJobTypes]);

/** Converts a document by the type and the options of its job. */
export const officeResult = (
  job: ReadyJob,
  document: OfficeDocument,
  tools: OfficeTools,
): Promise<OfficeResult> =>
  job.type === 'convert-office' ? otherFormat(job, document, tools) : pdf(job, document, tools);

async function pdf(
  job: ReadyJob,
  document: OfficeDocument,
  { converter, decryptWorker, ...stores }: OfficeTools,
): Promise<OfficeResult> {
  const options = officeOptions.parse(job.options);
  const type = pdfJobType.parse(job.type);
  const kind = type === 'to-pdf' ? undefined : kindOfJob(type);
  const outputFile = join(document.folder, 'output.pdf');
  const request = { ...document, kind, options, outputFile };
  const warnings = await officeToPdf(request, converter, decryptWorker);
  const { fileName, deadline, signal } = document;
  const written = { field: job.inputs[0]?.field ?? 'file', fileName, path: outputFile, warnings };
  const finished = await finishedPdf(written, finishingOf(job), { ...stores, deadline, signal });
  return { ...finished, extension: '.pdf' };
}

async function otherFormat(
  job: Pick<ReadyJob, 'options'>,
  document: OfficeDocument,
  { converter, decryptWorker }: OfficeTools,
): Promise<OfficeResult> {
  const options = exportOptions.parse(job.options);
  const { path, ...result } = await exportOffice(document, options, converter, decryptWorker);
  const picture = result.contentType === 'image/png' ? await pictureSize(path) : {};
  const { size } = await stat(path);
  return { ...result, ...picture, content: { path, size }, warnings: [] };
}

/** Bytes of a PNG until after its width and height. */
const headerLength = 24;

async function pictureSize(path: string): Promise<{ width: number; height: number }> {
  await using file = await open(path);
  const { buffer } = await file.read({ buffer: Buffer.alloc(headerLength), position: 0 });
  return imageSize(buffer);
}
