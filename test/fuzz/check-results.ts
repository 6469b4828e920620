import type { PdfMaking } from '#lib/conversions/pdf/task.ts';
import { runPdfTask } from '#lib/conversions/pdf/run-task.ts';
import { bytesOf } from '#lib/files/produced-file.ts';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';
import { overlayText } from '../support/overlay-text.ts';

export interface CheckedResult {
  bytes: Buffer;
  pages: number;
}

/**
 * Does a task: each result has to open with the pages that it is said to have, and nothing to repair.
 *
 * @throws Error when one does not, and errors of the task
 */
export async function checkResults(task: PdfMaking): Promise<CheckedResult[]> {
  return (await runPdfTask(task, overlayText)).map(({ content, pages = 0 }) => {
    const bytes = Buffer.from(bytesOf(content));
    const again = openPdf(bytes);
    if (again.pages.length !== pages) throw new Error(`${again.pages.length} pages, not ${pages}`);
    if (again.findings.size > 0) throw new Error(`the result has ${[...again.findings.keys()].join(', ')}`);
    return { bytes, pages };
  });
}
