import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageOptions } from '#lib/api/options/html.ts';
import { pageTexts } from '../../../support/pdf.ts';
import {
  asset,
  codes,
  deadline,
  htmlSource,
  imageRequest,
  pdfRequest,
  startSite,
  urlSource,
  useRenderer,
} from '../../../support/renderer.ts';
import { leftOut } from '../../../support/requirements.ts';

describe.skipIf(leftOut('chromium'))('a page', () => {
  const used = useRenderer();
  let site: Awaited<ReturnType<typeof startSite>>;
  beforeAll(async () => {
    site = await startSite(({ url }, response) => {
      response.writeHead(url === '/page' ? 200 : 404, { 'content-type': 'text/html' });
      response.end(url === '/page' ? '<img src="/gone.png">text' : '');
    });
  });
  afterAll(() => site.close());
  const print = (source: Parameters<typeof pdfRequest>[0], options: Partial<PageOptions>) =>
    used.renderer.render(pdfRequest(source, {}, options), deadline());

  it('waits for an element that has a box, on request', async () => {
    const html = `<p id="late" style="display:none">late</p><script>
      setTimeout(() => document.querySelector('#late').removeAttribute('style'), 300);</script>`;
    const { content } = await print(html, { waitForSelector: '#late', waitsForBox: true });
    expect(await pageTexts(content)).toEqual(['late']);
  });

  it('waits on request until the network is idle', async () => {
    const html = `<script>
      addEventListener('load', () => setTimeout(async () => {
        await fetch('${site.origin}/gone', { mode: 'no-cors' });
        document.body.append('fetched');
      }, 200));</script>`;
    const { content } = await print(html, { idleRequests: 0 });
    expect(await pageTexts(content)).toEqual(['fetched']);
  });

  it('sees emulated media features', async () => {
    const html = `<style>p::before { content: 'light' }
      @media (prefers-color-scheme: dark) and (prefers-reduced-motion: reduce) { p::before { content: 'dark' } }
      </style><p>`;
    const emulatedMediaFeatures: PageOptions['emulatedMediaFeatures'] = [
      { name: 'prefers-color-scheme', value: 'dark' },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ];
    expect(await pageTexts((await print(html, {})).content)).toEqual(['light']);
    expect(await pageTexts((await print(html, { emulatedMediaFeatures })).content)).toEqual(['dark']);
  });

  it('without a resource fails only on request', async () => {
    const source = urlSource(`${site.origin}/page`);
    expect(codes(await print(source, {}))).toEqual(['http-404']);
    await expect(print(source, { failOnResourceErrors: true })).rejects.toMatchObject({
      code: 'render-failed',
      message: `failOnResourceErrors: ${site.origin}/gone.png returned status 404.`,
      errors: [{ field: 'failOnResourceErrors', message: `${site.origin}/gone.png returned status 404` }],
    });
  });

  it('without an asset fails on request, and not for an asset that it does not use', async () => {
    const failOnResourceErrors = true;
    const missing = htmlSource('<link rel=stylesheet href=own.css>');
    await expect(print(missing, { failOnResourceErrors })).rejects.toThrow("requested 'own.css'");
    const unused = htmlSource('text', [asset('own.css', 'p {}')]);
    expect(codes(await print(unused, { failOnResourceErrors }))).toEqual(['unused-asset']);
  });

  it.each([
    ['an uncaught exception', 'throw new TypeError("broken")', 'TypeError: broken'],
    ['a rejected promise', 'Promise.reject(new Error("late"))', 'Error: late'],
    ['an error message', 'console.error("total:", 3)', 'total: 3'],
  ])('with %s fails only on request', async (_, script, text) => {
    const html = `<script>console.log('fine'); console.warn('fine')</script><p>text</p><script>${script}</script>`;
    expect(await pageTexts((await print(html, {})).content)).toEqual(['text']);
    await expect(print(html, { failOnConsoleErrors: true })).rejects.toMatchObject({
      code: 'render-failed',
      message: `failOnConsoleErrors: the page reported an error: ${text}.`,
    });
  });

  it('gets warnings for images that cannot be shown', async () => {
    const source = htmlSource('<img src="a.png"><img src="a.png"><img src="data:image/png,x">', [
      asset('a.png', 'no picture'),
    ]);
    const { warnings } = await used.renderer.render(imageRequest(source), deadline());
    expect(warnings.map(({ code, url }) => [code, url])).toEqual([
      ['failed', 'a.png'],
      ['failed', 'data:'],
    ]);
  });

  it('with errors without end fails with the first', async () => {
    const html = '<script>for (let n = 0; n < 100000; n += 1) console.error("x".repeat(1000))</script>';
    const error: unknown = await print(html, { failOnConsoleErrors: true }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code: 'render-failed' });
    expect((error as Error).message.length).toBeLessThan(300);
  });

  it('is rendered without what it loads late if the network idle wait is skipped', async () => {
    const html = '<p>text</p><div style="height:5000px"></div><img loading="lazy" src="late.svg">';
    const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>';
    const source = htmlSource(html, [asset('late.svg', picture)]);
    const shoot = async (skipNetworkIdle: boolean) =>
      codes(await used.renderer.render(imageRequest(source, {}, { skipNetworkIdle }), deadline()));
    expect(await shoot(false)).toEqual([]);
    expect(await shoot(true)).toEqual(['unused-asset']);
  });
});
