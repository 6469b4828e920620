import { afterAll, describe, expect, it } from 'vitest';
import { PdfThread } from '#lib/conversions/pdf/pdf-thread.ts';
import { pictureLayout } from '#lib/conversions/pdf/picture-layout.ts';
import type { PictureTask } from '#lib/conversions/pdf/task.ts';
import { bytesOf } from '#lib/files/produced-file.ts';
import { gif } from '../../../support/picture-encoders.ts';
import { plainPng } from '../../../support/png.ts';
import { renderPage } from '../../../support/rendered-page.ts';

const program = new URL('../../../../lib/conversions/pdf/picture-worker.ts', import.meta.url);
const thread = new PdfThread(program, 2048);
afterAll(() => thread.stop());

const taskOf = (content: Buffer, fileName = ''): PictureTask => ({
  kind: 'picture',
  input: { field: 'files[2]', fileName: 'scan.old.png', content },
  layout: pictureLayout({ pageSize: 'A4' }),
  fileName,
});

const run = (content: Buffer, fileName?: string) =>
  thread.run(taskOf(content, fileName), { deadline: Date.now() + 60_000 });

describe('a picture', () => {
  it('becomes a PDF in a thread', async () => {
    const [file] = await run(plainPng(300, 200));
    expect(file).toMatchObject({
      fileName: 'scan.old.pdf',
      contentType: 'application/pdf',
      pages: 1,
      warnings: [],
    });
    if (!file) throw new Error('no file');
    expect(await renderPage(bytesOf(file.content))).toMatchObject({ width: 842, height: 596 });
    expect((await run(plainPng(3, 2), 'report'))[0]?.fileName).toBe('report.pdf');
  });

  it('that is an animation has a warning', async () => {
    const size = { width: 3, height: 3 };
    const frame = { ...size, indices: Buffer.alloc(9) };
    const [file] = await run(gif({ ...size, palette: Buffer.alloc(6) }, frame, frame));
    expect(file?.warnings).toEqual([
      {
        code: 'animation-dropped',
        message: 'files[2]: it is an animation; the PDF shows only its first frame',
      },
    ]);
  });

  it.each([
    ['of no kind', Buffer.from('hello'), 'invalid-file-type'],
    ['that is cut off', plainPng(300, 200).subarray(0, -20), 'damaged-document'],
    ['with too many pixels', plainPng(1, 1).fill(0x7f, 16, 18), 'damaged-document'],
  ])('%s is rejected and its field named', async (_, content, code) => {
    await expect(run(Buffer.from(content))).rejects.toMatchObject({ code, errors: [{ field: 'files[2]' }] });
  });
});
