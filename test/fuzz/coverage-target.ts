import { AppError } from '#lib/app-error.ts';
import { runPdfTask } from '#lib/conversions/pdf/run-task.ts';
import { bytesOf } from '#lib/files/produced-file.ts';
import { openPdf } from '#lib/pdf/reader/open-pdf.ts';

/** What Jazzer.js calls: merges what it made up. The result is to have as many pages as was said, and nothing to repair. */
export function fuzz(data: Buffer): void {
  const input = { field: 'files[0]', fileName: 'a.pdf', content: Buffer.from(data), password: undefined };
  try {
    const results = runPdfTask({
      kind: 'merge',
      inputs: [input],
      pages: undefined,
      outline: 'keep',
      metadata: undefined,
      fileName: '',
    });
    for (const { content, pages } of results) {
      const again = openPdf(Buffer.from(bytesOf(content)));
      if (again.pages.length !== pages) throw new Error(`${again.pages.length} pages, not ${pages}`);
      if (again.findings.size > 0) throw new Error(`the result has ${[...again.findings.keys()].join(', ')}`);
    }
  } catch (error) {
    if (error instanceof AppError && error.code !== 'internal-error') return;
    throw error;
  }
}
