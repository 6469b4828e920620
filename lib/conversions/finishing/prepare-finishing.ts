import type { FinishingOptions } from '../../api/options/finishing.ts';
import type { Finishing, TextSetting } from '../../engines/pdf/finishing/finishing.ts';
import { openLanguageDetector } from '../../engines/language/language-detector.ts';
import { prepareCompression } from '../../engines/pdf/finishing/compress/prepare-compression.ts';
import { readInvoice } from '../../engines/pdf/finishing/invoice/read-invoice.ts';
import type { PdfSource } from '../../engines/pdf/reader/pdf-source.ts';
import type { PdfInput } from '../pdf/task.ts';
import type { OptionalFinishingFiles } from './finishing-files.ts';
import { type FinishedResult, finishingOf } from './finishing-of.ts';
import type { OverlayText } from './overlay-text.ts';
import { readOverlays } from './overlay-files.ts';

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
 * Prepares the finishing options of a task.
 *
 * @throws AppError the errors of `readOverlays` and `readInvoice`, and `unavailable` when an overlay has text and the installation no fonts
 */
export async function prepareFinishing(
  task: FinishingTask,
  overlayText: OverlayText,
): Promise<PreparedFinishing> {
  const { pictures, documents } = await readOverlays(task.overlays ?? []);
  const text = textFor(task, overlayText);
  const compression = task.compress && (await prepareCompression(task.compress, task.processorMilliseconds));
  const detectLanguage = task.pdfua ? await openLanguageDetector() : undefined;
  const [invoiceFile] = task.facturX ?? [];
  const invoice = invoiceFile && readInvoice(invoiceFile, task);
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
        detectLanguage,
      };
      return finishingOf(task, material, result);
    },
  };
}

/** Stamps need fonts. Form fields and annotations have appearances or fonts, which may lack characters. */
function textFor(
  { watermark = [], stamp = [] }: FinishingTask,
  overlayText: OverlayText,
): TextSetting | undefined {
  const isNeeded = [...watermark, ...stamp].some(({ text }) => text !== undefined);
  return isNeeded ? overlayText.required() : overlayText.setting;
}
