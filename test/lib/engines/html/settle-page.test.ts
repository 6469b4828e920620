import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PageOptions } from '#lib/api/options/html.ts';
import type { Rendering, RenderSource } from '#lib/engines/html/render-request.ts';
import { pageTexts } from '../../../support/pdf.ts';
import { coloured, decodePicture } from '../../../support/picture.ts';
import {
  deadline,
  imageRequest,
  pdfRequest,
  startSite,
  urlSource,
  useRenderer,
} from '../../../support/renderer.ts';
import { leftOut } from '../../../support/requirements.ts';

const htmlPages: Record<string, string> = {
  '/moved': '<meta http-equiv=refresh content="0; url=/there">moved',
  '/there': 'there',
};

/** Pages by path; every other path is a picture that takes a while. */
function serve({ url = '' }: IncomingMessage, response: ServerResponse): void {
  const html = htmlPages[url];
  if (html !== undefined) response.setHeader('content-type', 'text/html').end(html);
  else setTimeout(() => response.setHeader('content-type', 'image/png').end(coloured('blue')), 600);
}

describe.skipIf(leftOut('chromium'))('a page, before it is rendered,', () => {
  const used = useRenderer();
  let site: Awaited<ReturnType<typeof startSite>>;
  const asked: string[] = [];

  beforeAll(async () => {
    site = await startSite((request, response) => {
      asked.push(request.url ?? '');
      serve(request, response);
    });
  });
  afterAll(() => site.close());
  beforeEach(() => {
    asked.length = 0;
  });

  const print = (source: RenderSource | string, page: Partial<PageOptions> = {}): Promise<Rendering> =>
    used.renderer.render(pdfRequest(source, {}, page), deadline());
  const textOf = async (source: RenderSource | string, page: Partial<PageOptions> = {}): Promise<string> =>
    (await pageTexts((await print(source, page)).content)).join('\n');

  describe('waits', () => {
    const later = (milliseconds: number): string =>
      `<p id=p>first</p><script>setTimeout(() => { p.textContent = 'then'; p.className = 'ready'; window.done = true; window.chart = { ready: 1 } }, ${milliseconds})</script>`;

    it('for a fixed time', async () => {
      expect(await textOf(later(300))).toBe('first');
      expect(await textOf(later(300), { waitDelay: 600 })).toBe('then');
    });

    it('until an element exists', async () => {
      expect(await textOf(later(300), { waitForSelector: 'p.ready' })).toBe('then');
    });

    it('until an expression, or its promise, is true', async () => {
      expect(await textOf(later(300), { waitForExpression: 'window.done === true' })).toBe('then');
      expect(await textOf(later(300), { waitForExpression: 'chart.ready' })).toBe('then');
      const promise = 'new Promise((r) => setTimeout(() => r(p.className === "ready"), 400))';
      expect(await textOf(later(300), { waitForExpression: promise })).toBe('then');
    });

    it('not for invalid selectors and expressions', async () => {
      await expect(print('x', { waitForSelector: 'p..x' })).rejects.toMatchObject({
        code: 'invalid-field',
        errors: [{ field: 'waitForSelector', message: "'p..x' is not a CSS selector" }],
      });
      await expect(print('x', { waitForExpression: 'a b' })).rejects.toMatchObject({
        code: 'invalid-field',
        errors: [{ field: 'waitForExpression', message: expect.stringContaining("'a b'") as string }],
      });
    });

    it('for an immediate redirect', async () => {
      expect(await textOf(urlSource(`${site.origin}/moved`))).toBe('there');
      expect(await textOf(`<script>location = '${site.origin}/there'</script>moved`)).toBe('there');
    });
  });

  describe('loads content on scrolling', () => {
    const far =
      '<style>*{margin:0}img{display:block;width:50px;height:50px}</style><div style="height:9000px"></div>';

    it('images with lazy loading', async () => {
      const html = `${far}<img loading=lazy src="${site.origin}/slow.png">`;
      const { content } = await used.renderer.render(imageRequest(html), deadline());
      expect((await decodePicture(content)).at(25, 9025)).toEqual([0, 0, 255, 255]);
      expect(asked).toHaveLength(1);
    });

    it('for observers, which see each position', async () => {
      const html = `<style>*{margin:0} p{height:700px}</style>${'<p>hidden</p>'.repeat(6)}<script>
        const observer = new IntersectionObserver((entries) => {
          for (const { isIntersecting, target } of entries) if (isIntersecting) target.textContent = 'seen';
        });
        for (const p of document.querySelectorAll('p')) observer.observe(p);</script>`;
      expect(await textOf(html)).not.toContain('hidden');
    });

    it('images that a script loads when they come into view', async () => {
      const html = `${far}<img data-src="${site.origin}/slow.png"><script>
        new IntersectionObserver((entries) => {
          for (const { isIntersecting, target } of entries) if (isIntersecting) target.src = target.dataset.src;
        }).observe(document.querySelector('img'));</script>`;
      const { content } = await used.renderer.render(imageRequest(html), deadline());
      expect((await decodePicture(content)).at(25, 9025)).toEqual([0, 0, 255, 255]);
    });

    it('not when only the viewport is rendered', async () => {
      const html = `${far}<img loading=lazy src="${site.origin}/slow.png">`;
      await used.renderer.render(imageRequest(html, { fullPage: false }), deadline());
      expect(asked).toEqual([]);
    });

    it('that is in the viewport, when only that is rendered', async () => {
      const html = `<style>*{margin:0}</style><img loading=lazy src="${site.origin}/slow.png">${far}`;
      const { content } = await used.renderer.render(imageRequest(html, { fullPage: false }), deadline());
      expect((await decodePicture(content)).at(25, 25)).toEqual([0, 0, 255, 255]);
    });
  });

  it('runs no scripts when they are disabled', async () => {
    const html = '<p id=p>plain</p><script>p.textContent = "script"</script><noscript>none</noscript>';
    expect(await textOf(html)).toBe('script');
    const rendering = await print(html, { javascript: false });
    expect((await pageTexts(rendering.content))[0]).toMatch(/^plain/);
    const lazy = `<style>*{margin:0}</style><div style="height:5000px"></div><img loading=lazy src="${site.origin}/slow.png">`;
    const picture = await used.renderer.render(imageRequest(lazy, {}, { javascript: false }), deadline());
    expect(picture.warnings).toEqual([]);
    expect((await decodePicture(picture.content)).at(25, 5025)).toEqual([0, 0, 255, 255]);
  });
});
