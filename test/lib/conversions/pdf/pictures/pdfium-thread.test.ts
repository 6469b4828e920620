import { afterAll, describe, expect, it } from 'vitest';
import { PdfThread } from '#lib/conversions/pdf/pdf-thread.ts';
import type { DrawTask } from '#lib/conversions/pdf/task.ts';
import { hostilePictures } from '../../../../support/hostile-pictures.ts';
import { rawPdf, textPages } from '../../../../support/raw-pdf.ts';

const program = new URL('../../../../../lib/conversions/pdf/pdfium-worker.ts', import.meta.url);
const thread = new PdfThread(program, 3008, { processorMilliseconds: 1500 });
afterAll(() => thread.stop());

const draw = (content: Buffer) => {
  const input = { field: 'file', fileName: 'a.pdf', content: new Uint8Array(content) };
  const task: DrawTask = { kind: 'draw', input, format: 'png', width: 100, fileName: '', isNumbered: false };
  return thread.run(task, { deadline: Date.now() + 60_000 });
};

describe('a thread that draws', { timeout: 60_000 }, () => {
  it('ends a page that takes too long, and draws the next document', async () => {
    const endless = await hostilePictures['a pattern of a million million tiles']?.();
    expect(endless).toBeDefined();
    await expect(draw(endless ?? Buffer.alloc(0))).rejects.toMatchObject({
      code: 'file-too-large',
      errors: [{ field: 'file', message: 'exceeds the CPU time limit for one request' }],
    });
    const [picture] = await draw(rawPdf(textPages('one')));
    expect(picture).toMatchObject({ fileName: 'a.png', contentType: 'image/png', width: 100, height: 100 });
    expect(picture?.content.chunks[0]?.length).toBe(picture?.content.size);
  });
});
