import { open, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import * as z from 'zod';
import { officeJobTypes } from '../../api/job-states.ts';
import { officeFields } from '../../api/fields/office-fields.ts';
import { thumbnailOptions } from '../../api/options/pictures.ts';
import { exportOptions, kindOfJob, officeOptions } from '../../api/options/office.ts';
import { boundedWarnings } from '../../base/warnings.ts';
import { imageSize } from '../../engines/html/image-size.ts';
import type { OfficeConverter } from '../../engines/office/converter.ts';
import type { ObjectReader } from '../../files/input-file.ts';
import type { Content, ProducedFile } from '../../files/produced-file.ts';
import type { ReadyJob } from '../../jobs/job.ts';
import { isPdf, pdfHeaderBytes } from '../../engines/pdf/is-pdf.ts';
import type { PdfRunner } from '../pdf/pdf-thread.ts';
import { drawFirstPage } from '../pdf/pictures/thumbnail.ts';
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
  /** For thumbnails. */
  drawing: PdfRunner;
  uploads: ObjectReader;
}

const pdfJobType = z.enum(['to-pdf', ...officeJobTypes]);

/** Converts a document by the type and the options of its job. */
export const officeResult = (
  job: ReadyJob,
  document: OfficeDocument,
  tools: OfficeTools,
): Promise<OfficeResult> =>
  job.type === 'convert-office'
    ? otherFormat(job, document, tools)
    : job.type === 'thumbnail'
      ? firstPage(job, document, tools)
      : pdf(job, document, tools);

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

/** The options with which a document is converted whose first page is drawn. */
const forFirstPage = officeOptions.parse(z.object(officeFields).parse({ pageRanges: '1' }));

/** A picture of the first page. A PDF is drawn as it is. */
async function firstPage(
  job: ReadyJob,
  document: OfficeDocument,
  { converter, decryptWorker, drawing }: OfficeTools,
): Promise<OfficeResult> {
  const { inputFile, folder, fileName, password, deadline, signal } = document;
  const options = thumbnailOptions.parse(job.options);
  const field = job.inputs[0]?.field ?? 'file';
  const given = await isPdfFile(inputFile);
  const outputFile = join(folder, 'output.pdf');
  const warnings = given
    ? []
    : await officeToPdf(
        { ...document, kind: undefined, options: forFirstPage, outputFile },
        converter,
        decryptWorker,
      );
  const content = await readFile(given ? inputFile : outputFile);
  const input = { field, fileName, content, ...(given ? { password } : {}) };
  const picture = await drawFirstPage(input, options, { pdf: drawing, deadline, signal });
  const { chunks } = picture.content;
  return {
    ...picture,
    content: Buffer.concat(chunks),
    extension: extname(picture.fileName),
    warnings: boundedWarnings([...warnings, ...picture.warnings]),
  };
}

async function isPdfFile(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(pdfHeaderBytes), position: 0 });
  return isPdf(buffer.subarray(0, bytesRead));
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
