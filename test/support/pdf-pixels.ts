import { createCanvas } from '@napi-rs/canvas';
import { createHash } from 'node:crypto';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** For each page of a PDF a hash of what it looks like, forms and annotations included, at 36 dots per inch. */
export async function pagePixels(bytes: Uint8Array): Promise<string[]> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await task.promise;
  try {
    const hashes: string[] = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const viewport = page.getViewport({ scale: 0.5 });
      const canvas = createCanvas(viewport.width, viewport.height);
      const context = canvas.getContext('2d');
      await page.render({ canvas: canvas as never, canvasContext: context as never, viewport }).promise;
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      hashes.push(createHash('sha256').update(data).digest('hex'));
    }
    return hashes;
  } finally {
    await task.destroy();
  }
}
