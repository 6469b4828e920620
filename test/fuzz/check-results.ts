import type { PdfTask } from '#lib/conversions/pdf/task.ts';
import { runPdfTask } from '#lib/conversions/pdf/run-task.ts';
import { bytesOf } from '#lib/files/produced-file.ts';
import { openPdf } from '#lib/pdf/reader/open-pdf.ts';

/**
 * Does a task: each result has to open with the pages that it is said to have, and nothing to repair.
 *
 * @throws Error when one does not; what the task throws
 */
export function checkResults(task: PdfTask): void {
  for (const { content, pages } of runPdfTask(task)) {
    const again = openPdf(Buffer.from(bytesOf(content)));
    if (again.pages.length !== pages) throw new Error(`${again.pages.length} pages, not ${pages}`);
    if (again.findings.size > 0) throw new Error(`the result has ${[...again.findings.keys()].join(', ')}`);
  }
}
