import { describe, expect, it } from 'vitest';
import { AppError } from '#lib/base/app-error.ts';
import { withSvgOverlays } from '#lib/conversions/finishing/svg-overlays.ts';
import { renderMessage, type RenderMessage } from '#lib/conversions/html/message.ts';
import type { PdfRunner } from '#lib/conversions/pdf/pdf-thread.ts';
import type { EditTask, PdfInput, PdfTask } from '#lib/conversions/pdf/task.ts';

const input = (field: string, content: string): PdfInput => ({
  field,
  fileName: field,
  content: Buffer.from(content),
});

const svg = input('overlays[0]', '<svg viewBox="0 0 20 10"></svg>');
const png = input('overlays[1]', 'a PNG');

/** Runs an edit with those overlays. Returns the task and the messages to the renderer. */
async function edited(overlays: readonly PdfInput[], render = () => Promise.resolve('a PDF')) {
  const tasks: PdfTask[] = [];
  const messages: RenderMessage[] = [];
  const pdf: PdfRunner = {
    run(task) {
      tasks.push(task);
      return Promise.resolve([] as never);
    },
  };
  const renderer = {
    async render(message: RenderMessage) {
      messages.push(renderMessage.parse(message));
      const bytes = Buffer.from(await render());
      return { title: '', warnings: [], content: { kind: 'bytes' as const, bytes } };
    },
  };
  const task: EditTask = { kind: 'edit', input: input('file', '%PDF'), fileName: '', overlays };
  let opened = 0;
  const open = () => {
    opened += 1;
    return Promise.resolve(renderer);
  };
  await withSvgOverlays(pdf, open).run(task, { deadline: Date.now() + 20_000 });
  const drawn = tasks.flatMap((one) => ('overlays' in one ? (one.overlays ?? []) : []));
  return { overlays: drawn, messages, opened };
}

describe('SVG overlays', () => {
  it('become PDFs', async () => {
    const { overlays, messages } = await edited([svg, png]);
    expect(overlays).toEqual([{ ...svg, content: Buffer.from('a PDF') }, png]);
    expect(messages).toMatchObject([
      {
        page: { javascript: false },
        source: { assets: [{ name: 'overlay.svg', content: { kind: 'inline' } }] },
        output: { format: 'pdf', pdf: { paper: { width: 10, height: 5 }, preferCssPageSize: false } },
      },
    ]);
  });

  it('are the only ones that need the renderer', async () => {
    expect(await edited([png])).toEqual({ overlays: [png], messages: [], opened: 0 });
  });

  it('must not be too large', async () => {
    const large = input('overlays[1]', `<svg>${' '.repeat(3_000_000)}</svg>`);
    const tooLarge = () => Promise.reject(new AppError('file-too-large', 'The result is too large.'));
    const named = (field: string) => ({
      code: 'file-too-large',
      errors: [{ field, message: 'is too large for an SVG' }],
    });
    await expect(edited([svg, large])).rejects.toMatchObject(named('overlays[1]'));
    await expect(edited([svg], tooLarge)).rejects.toMatchObject(named('overlays[0]'));
  });

  it.each([
    ['render-timeout', 'file-too-large', 'exceeds the time limit for rendering'],
    ['render-failed', 'damaged-document', 'cannot be rendered'],
  ] as const)('with %s of the renderer are %s', async (rendering, code, message) => {
    const failure = new AppError(rendering, 'The page failed.');
    await expect(edited([svg], () => Promise.reject(failure))).rejects.toMatchObject({
      code,
      errors: [{ field: 'overlays[0]', message }],
    });
  });

  it('fail with other errors of the renderer', async () => {
    const busy = new AppError('unavailable', 'The service has no capacity.');
    await expect(edited([svg], () => Promise.reject(busy))).rejects.toBe(busy);
  });
});
