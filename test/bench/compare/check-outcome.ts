import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { imageSize } from '#lib/engines/html/image-size.ts';
import type { Outcome } from '../contestants/contestant.ts';
import { viewport } from '../tasks/html-pages.ts';
import { partsOf, type Task } from '../tasks/task.ts';

/** Checks that a result is complete, since incomplete work is faster. @throws Error saying what is missing */
export async function checkOutcome(task: Task, { files }: Outcome): Promise<void> {
  const expected = task.operation === 'split' ? partsOf(task).length : 1;
  if (files.length !== expected) throw new Error(`${files.length} files came out, not ${expected}`);
  if (task.operation === 'html → png') {
    const [picture] = files;
    const { width, height } = imageSize(Buffer.from(picture ?? []));
    const { output } = task.page;
    if (output.kind === 'png' && (width !== viewport.width || height !== output.height))
      throw new Error(
        `a picture of ${width} × ${height} came out, not of ${viewport.width} × ${output.height}`,
      );
    return;
  }
  let pages = 0;
  for (const file of files) pages += await pagesOf(file);
  const exact = task.operation === 'merge' || task.operation === 'split' ? task.pages : undefined;
  if (exact !== undefined && pages !== exact) throw new Error(`${pages} pages came out, not ${exact}`);
  if (pages === 0) throw new Error('no page came out');
}

async function pagesOf(bytes: Uint8Array): Promise<number> {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  try {
    return (await loading.promise).numPages;
  } finally {
    await loading.destroy();
  }
}
