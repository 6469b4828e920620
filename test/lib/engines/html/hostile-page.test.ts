import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SpanLog } from '#lib/base/observability/span-log.ts';
import { type RenderMessage, type RenderReply, renderReply } from '#lib/conversions/html/message.ts';
import { inlineReply, largestAttachment } from '#lib/conversions/html/reply.ts';
import { serveRendering } from '#lib/conversions/html/serve-rendering.ts';
import { hostilePages } from '../../../support/hostile-pages.ts';
import { pageTexts } from '../../../support/pdf.ts';
import {
  browserGroups,
  imageRequest,
  pdfRequest,
  startSite,
  useRenderer,
} from '../../../support/renderer.ts';
import { leftOut } from '../../../support/requirements.ts';

type Format = 'pdf' | 'png';

/** Pages that the renderer rejects with `render-failed`, with the formats; it renders all others. */
const rejected: Readonly<Record<string, readonly Format[]>> = {
  'there is no root': ['png'],
  'there is nothing': ['png'],
  'the root is SVG': ['png'],
  'everything is huge': ['pdf', 'png'],
  'everything is turned and stretched': ['png'],
};

/** The titles of pages that change their title. */
const titles: Readonly<Record<string, RegExp>> = {
  'the title has 10 MB': /^(title )+.{0,5}…$/,
  'the title has lone surrogates': /^\ufffd+…$/,
  'there is no root': /^$/,
  'there is nothing': /^$/,
  'the root is a form': /^$/,
  'the root is SVG': /^$/,
};

const silent = (): undefined => undefined;
const log = new SpanLog({ info: silent, warn: silent, error: silent });

describe.skipIf(leftOut('chromium'))('a page that interferes with the renderer', () => {
  const used = useRenderer();
  let sink: Awaited<ReturnType<typeof startSite>>;

  // Accepts results that are too large for a response body.
  beforeAll(async () => {
    sink = await startSite((request, response) => request.resume().on('end', () => response.end()));
  });
  afterAll(() => sink.close());

  /** Serves a page as the renderer function does. Anything it throws would be a 500. */
  async function serve(
    html: string,
    format: Format,
    page: Partial<RenderMessage['page']> = {},
    milliseconds = 15_000,
  ): Promise<RenderReply> {
    const {
      source: _,
      page: defaults,
      ...output
    } = format === 'pdf'
      ? pdfRequest('', { singlePage: true })
      : imageRequest('', { format, selector: '#target', width: 400, height: 300 });
    const message = {
      version: 1,
      requestId: 'request',
      deadline: Date.now() + milliseconds,
      source: {
        kind: 'html',
        content: { kind: 'inline', base64: Buffer.from(html).toString('base64') },
        assets: [],
      },
      page: { ...defaults, ...page },
      output,
      result: { url: sink.origin, headers: {} },
    };
    const served = await serveRendering(message, used.renderer, {
      largestAttachment: largestAttachment.buffered,
      workDirectory: used.workDirectory,
      log,
    });
    // The calling function validates the result and responds with 500 if it is invalid.
    return renderReply.parse(JSON.parse(JSON.stringify(inlineReply(served))));
  }

  async function expectNextWorks(): Promise<void> {
    const reply = await serve('<title>Next</title><p>next', 'pdf');
    expect(reply).toMatchObject({ kind: 'rendered', title: 'Next', pages: 1 });
    if (reply.kind !== 'rendered' || reply.content.kind !== 'inline') throw new Error('no PDF in the reply');
    expect(await pageTexts(Buffer.from(reply.content.base64, 'base64'))).toEqual(['next']);
  }

  const cases = Object.entries(hostilePages).flatMap(([name, html]) =>
    (['pdf', 'png'] as const).map((format) => [name, format, html] as const),
  );

  it.each(cases)('keeps the service working when %s (%s)', async (name, format, html) => {
    const browsers = browserGroups(used.workDirectory);
    const reply = await serve(`<!doctype html><title>Hostile</title><body>${html}`, format);
    if (rejected[name]?.includes(format))
      expect(reply).toMatchObject({ kind: 'rejected', code: 'render-failed' });
    else {
      expect(reply).toMatchObject({
        kind: 'rendered',
        title: expect.stringMatching(titles[name] ?? /^Hostile$/) as string,
      });
    }
    await expectNextWorks();
    // The page did not end a browser.
    expect(browserGroups(used.workDirectory)).toEqual(browsers);
  });

  it.each([
    ['throws a SyntaxError', 'x', `JSON.parse('')`],
    ['throws what looks like one', 'x', `(() => { throw Object.create(SyntaxError.prototype) })()`],
    ['throws 10 MB', 'x', `(() => { throw new Error('x'.repeat(1e7)) })()`],
    ['is a promise that the page never settles', '<script>Object.prototype.then = () => {}</script>', '({})'],
  ])('waits for an expression that %s until the deadline', async (_what, html, waitForExpression) => {
    const reply = await serve(html, 'pdf', { waitForExpression }, 2500);
    expect(reply).toMatchObject({ kind: 'rejected', code: 'render-timeout' });
    await expectNextWorks();
  });

  it('continues when an expression stops throwing', async () => {
    const html = '<p>text<script>data = ""; setTimeout(() => { data = "{}" }, 300)</script>';
    const reply = await serve(html, 'pdf', { waitForExpression: 'JSON.parse(data)' });
    expect(reply).toMatchObject({ kind: 'rendered', pages: 1 });
  });

  it('reads a page with scripts disabled', async () => {
    const html =
      '<title>Quiet</title><img loading=lazy src="data:,"><p id=target>text<script>document.title = 1</script>';
    const page = { javascript: false, waitForSelector: 'p' };
    for (const format of ['pdf', 'png'] as const) {
      expect(await serve(html, format, page)).toMatchObject({ kind: 'rendered', title: 'Quiet' });
    }
  });
});
