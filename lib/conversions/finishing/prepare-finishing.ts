import type { FinishingOptions } from '../../api/options/finishing.ts';
import type { Finishing, TextSetting } from '../../engines/pdf/finishing/finishing.ts';
import { openLanguageDetector } from '../../engines/language/language-detector.ts';
import type { Compression } from '../../engines/pdf/finishing/compress/compression.ts';
import type { Invoice } from '../../engines/pdf/finishing/invoice/read-invoice.ts';
import type { PdfSource } from '../../engines/pdf/reader/pdf-source.ts';
import type { PdfInput } from '../pdf/task.ts';
import type { OptionalFinishingFiles } from './finishing-files.ts';
import { type FinishedResult, finishingOf } from './finishing-of.ts';
import type { ReadOverlays } from './overlay-files.ts';
import type { OverlayText } from './overlay-text.ts';

/** The options of a task, and their files. */
type FinishingTask = FinishingOptions & OptionalFinishingFiles<PdfInput> & { processorMilliseconds?: number };

/** Finishing options for which everything is ready that takes asynchronous work. */
export interface PreparedFinishing {
  /** PDFs that overlays show. Open them with the documents of the task. */
  documents: readonly PdfInput[];
  /**
   * The options for a result.
   *
   * @param sources the open `documents`
   * @throws AppError as `finishingOf`
   */
  finishing(sources: readonly PdfSource[], result: FinishedResult): Finishing;
}

/**
 * Prepares the finishing options of a task. Loads the code of those that few requests have.
 *
 * @throws AppError the errors of `readOverlays` and `readInvoice`, and `unavailable` when an overlay has text and the
 *   installation no fonts
 */
export async function prepareFinishing(
  task: FinishingTask,
  overlayText: OverlayText,
): Promise<PreparedFinishing> {
  const { pictures, documents } = await overlaysIn(task);
  const text = await textFor(task, overlayText);
  const compression = await compressionFor(task);
  const detectLanguage = task.pdfua ? await openLanguageDetector() : undefined;
  const invoice = await invoiceIn(task);
  const conform = mustConform(task)
    ? (await import('../../engines/pdf/conformance/conform.ts')).conform
    : undefined;
  return {
    documents,
    finishing(sources, result) {
      const open = sources.flatMap((source, index): [string, PdfSource][] => {
        const { fileName } = documents[index] ?? {};
        return fileName === undefined ? [] : [[fileName, source]];
      });
      const overlays = { pictures, documents: new Map(open) };
      const material = {
        attachments: task.attachments,
        overlays,
        text,
        compression,
        invoice,
        conform,
        detectLanguage,
      };
      return finishingOf(task, material, result);
    },
  };
}

async function overlaysIn({ overlays = [] }: FinishingTask): Promise<ReadOverlays<PdfInput>> {
  if (overlays.length === 0) return { pictures: new Map(), documents: [] };
  const { readOverlays } = await import('./overlay-files.ts');
  return readOverlays(overlays);
}

async function compressionFor({
  compress,
  processorMilliseconds,
}: FinishingTask): Promise<Compression | undefined> {
  if (!compress) return undefined;
  const { prepareCompression } = await import('../../engines/pdf/finishing/compress/prepare-compression.ts');
  return prepareCompression(compress, processorMilliseconds);
}

async function invoiceIn(task: FinishingTask): Promise<Invoice | undefined> {
  const [file] = task.facturX ?? [];
  if (!file) return undefined;
  const { readInvoice } = await import('../../engines/pdf/finishing/invoice/read-invoice.ts');
  return readInvoice(file, task);
}

/** An electronic invoice is a PDF/A file. */
const mustConform = ({ pdfa, pdfua, facturX = [] }: FinishingTask): boolean =>
  pdfa !== undefined || pdfua === true || facturX.length > 0;

/** Stamps need fonts. Form fields, annotations and fonts that are not embedded do too, unless the installation has none. */
async function textFor(task: FinishingTask, overlayText: OverlayText): Promise<TextSetting | undefined> {
  const { watermark = [], stamp = [], form, flatten } = task;
  if ([...watermark, ...stamp].some(({ text }) => text !== undefined)) return overlayText.required();
  return form || flatten || mustConform(task) ? overlayText.setting() : undefined;
}
