import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import type { PdfOptions } from '#lib/api/options/html.ts';
import type { Rendering } from '#lib/engines/html/render-request.ts';
import { pageTexts } from '../../../support/pdf.ts';
import { readPdf } from '../../../support/read-pdf.ts';
import { codes, deadline, pdfRequest, useRenderer } from '../../../support/renderer.ts';
import { leftOut } from '../../../support/requirements.ts';

/** Width and height of each page in inches, as an independent reader reports them. */
async function pageSizes({ content }: Rendering): Promise<number[][]> {
  const task = getDocument({ data: new Uint8Array(content), verbosity: 0 });
  const document = await task.promise;
  const sizes: number[][] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const [left = 0, bottom = 0, right = 0, top = 0] = (await document.getPage(number)).view;
    sizes.push([right - left, top - bottom].map((points) => Math.round((points / 72) * 100) / 100));
  }
  await task.destroy();
  return sizes;
}

/** `url` or `page <n>` of each link. */
async function links({ content }: Rendering): Promise<string[]> {
  const task = getDocument({ data: new Uint8Array(content), verbosity: 0 });
  const document = await task.promise;
  const found: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    for (const link of (await (await document.getPage(number)).getAnnotations()) as {
      url?: string;
      dest?: unknown;
    }[]) {
      if (link.url !== undefined) found.push(link.url);
      else {
        const target = (
          typeof link.dest === 'string' ? await document.getDestination(link.dest) : link.dest
        ) as [Parameters<typeof document.getPageIndex>[0]];
        found.push(`page ${(await document.getPageIndex(target[0])) + 1}`);
      }
    }
  }
  await task.destroy();
  return found;
}

const scripts = {
  Latin: 'Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich',
  Greek: 'Ξεσκεπάζω την ψυχοφθόρα βδελυγμία',
  Cyrillic: 'Съешь же ещё этих мягких французских булок',
  Chinese: '我能吞下玻璃而不傷身體',
  Japanese: 'いろはにほへと ちりぬるを',
  Korean: '키스의 고유조건은 입술끼리',
  Thai: 'ภาษาไทย',
  Arrows: '→ ⇒ ↔ ✓ ✔ ★ ①',
};

/** How often the first page sets that color. */
async function fills({ content }: Rendering, color: string): Promise<number> {
  const task = getDocument({ data: new Uint8Array(content), verbosity: 0 });
  const { argsArray } = await (await (await task.promise).getPage(1)).getOperatorList();
  await task.destroy();
  return JSON.stringify(argsArray).split(color).length - 1;
}

describe.skipIf(leftOut('chromium'))('a page rendered to PDF', () => {
  const used = useRenderer();
  const print = (html: string, options: Partial<PdfOptions> = {}): Promise<Rendering> =>
    used.renderer.render(pdfRequest(html, options), deadline());
  const lines = (count: number): string =>
    Array.from({ length: count }, (_, index) => `<p>line ${index + 1}</p>`).join('');

  it('has a window and a screen of 1280 × 800 pixels before printing', async () => {
    const html = `<style>*{margin:0} p{position:absolute;left:1279px;top:799px}</style><p>x</p><script>
      new IntersectionObserver(([{ intersectionRect: { width, height }, rootBounds }]) => {
        document.title = JSON.stringify([innerWidth, innerHeight, devicePixelRatio, visualViewport.width,
          visualViewport.scale, matchMedia('(width: 1280px)').matches, screen.width, screen.height,
          matchMedia('(device-width: 1280px)').matches, width, height, rootBounds.width,
          document.elementFromPoint(1279, 799).localName]);
      }).observe(document.querySelector('p'));
    </script>`;
    const { title } = await print(html);
    expect(JSON.parse(title)).toEqual([1280, 800, 1, 1280, 1, true, 1280, 800, true, 1, 1, 1280, 'p']);
  });

  it('has what scripts draw in the first frame after the load', async () => {
    const { content } = await print(
      `<p>before</p><script>
        const p = document.querySelector('p');
        addEventListener('load', () => requestAnimationFrame(() => { p.textContent = 'drawn'; }));
      </script>`,
    );
    expect(await pageTexts(content)).toEqual(['drawn']);
  });

  it('has its text, title and pages', async () => {
    const rendering = await print(
      '<title>Report &amp; more</title><h1>One</h1><h1 style="break-before:page">Two</h1>',
    );
    expect(await pageTexts(rendering.content)).toEqual(['One', 'Two']);
    expect(rendering).toMatchObject({ title: 'Report & more', pages: 2, warnings: [] });
    expect(rendering.width).toBeUndefined();
  });

  it.each(Object.entries(scripts))('has findable text in %s', async (_, text) => {
    const rendering = await print(`<body style="font-family:sans-serif"><p>${text}</p></body>`);
    const [found = ''] = await pageTexts(rendering.content);
    expect(found.normalize('NFKC').replace(/\s/g, '')).toBe(text.normalize('NFKC').replace(/\s/g, ''));
  });

  it('has text in right-to-left scripts and in Devanagari', async () => {
    const { content } = await print('<p lang="ar">مرحبا</p><p lang="he">שלום</p><p lang="hi">नमस्ते</p>');
    const [found = ''] = await pageTexts(content);
    const letters = new Set(found.normalize('NFKC'));
    // This reader returns them in their order on the page.
    for (const letter of 'مرحباשלוםनमस्ते') expect(letters, letter).toContain(letter);
  });

  it('uses the requested paper', async () => {
    expect(await pageSizes(await print('x'))).toEqual([[8.26, 11.69]]);
    expect(await pageSizes(await print('x', { paper: { width: 5, height: 3 } }))).toEqual([[5, 3]]);
    expect(await pageSizes(await print('x', { landscape: true }))).toEqual([[11.69, 8.26]]);
  });

  it("uses the page's own paper only if it is preferred", async () => {
    const html = '<style>@page{size:4in 6in}</style>x';
    expect(await pageSizes(await print(html))).toEqual([[4, 6]]);
    expect(await pageSizes(await print(html, { preferCssPageSize: false }))).toEqual([[8.26, 11.69]]);
  });

  it('applies margins and a scale that decide how much fits on a page', async () => {
    const count = async (options: Partial<PdfOptions>): Promise<number> =>
      (await print(lines(60), options)).pages ?? 0;
    const usual = await count({});
    const inch = { top: 3, right: 1, bottom: 3, left: 1 };
    expect(usual).toBe(2);
    expect(await count({ margins: inch })).toBe(4);
    expect(await count({ scale: 0.5 })).toBe(1);
    expect(await count({ scale: 2 })).toBeGreaterThan(usual);
  });

  it('contains only the requested page ranges', async () => {
    const html = [1, 2, 3, 4].map((page) => `<p style="break-after:page">p${page}</p>`).join('');
    const rendering = await print(html, { pageRanges: '2, 4' });
    expect(await pageTexts(rendering.content)).toEqual(['p2', 'p4']);
    expect(rendering.pages).toBe(2);
    await expect(print(html, { pageRanges: '9' })).rejects.toMatchObject({
      code: 'invalid-range',
      message: expect.stringContaining("pageRanges: '9' begins after the last page") as string,
    });
    await expect(print(html, { pageRanges: 'two' })).rejects.toMatchObject({
      code: 'invalid-range',
      message: expect.stringContaining("'two' is not a list of pages") as string,
    });
  });

  it('has tags and bookmarks unless they are switched off', async () => {
    const html = '<h1>One</h1><p>text</p><h2>Two</h2>';
    const found = async (options: Partial<PdfOptions>) => {
      const { structure, outline } = await readPdf((await print(html, options)).content);
      return { roles: structure[0]?.kids.length, titles: outline.map(({ title }) => title) };
    };
    expect(await found({})).toEqual({ roles: 1, titles: ['One'] });
    expect(await found({ outline: false })).toEqual({ roles: 1, titles: [] });
    expect(await found({ tagged: false })).toEqual({ roles: undefined, titles: [] });
  });

  it('with tags of large tables is packed', async () => {
    const rows = '<tr><td>one<td>two<td>three<td>four'.repeat(300);
    const tagged = await print(`<table>${rows}</table>`);
    const plain = await print(`<table>${rows}</table>`, { tagged: false });
    expect(await pageTexts(tagged.content)).toEqual(await pageTexts(plain.content));
    expect(tagged.pages).toBe(plain.pages);
    expect(tagged.content.length).toBeLessThan(plain.content.length * 5);
  });

  it('has a header and a footer with page numbers on every page', async () => {
    const rendering = await print(`<title>Annual</title>${lines(90)}`, {
      margins: { top: 1, right: 0.4, bottom: 1, left: 0.4 },
      headerTemplate: '<div style="font-size:10px">The <span class="title"></span> report</div>',
      footerTemplate:
        '<div style="font-size:10px"><span class="pageNumber"></span> of <span class="totalPages"></span></div>',
    });
    const texts = await pageTexts(rendering.content);
    expect(texts.length).toBeGreaterThan(2);
    for (const [index, text] of texts.entries()) {
      expect(text).toContain('The Annual report');
      expect(text).toContain(`${index + 1} of ${texts.length}`);
    }
  });

  it('with a footer only has no default header', async () => {
    const { content } = await print('body', {
      margins: { top: 1, right: 1, bottom: 1, left: 1 },
      footerTemplate: '<div style="font-size:10px">foot</div>',
    });
    expect(await pageTexts(content)).toEqual(['bodyfoot']);
  });

  it('is a single page on request, despite its page breaks', async () => {
    const html = `<style>p{break-after:page;margin:20px}</style>${lines(100)}<b>the end</b>`;
    const rendering = await print(html, { singlePage: true, pageRanges: '1' });
    const [[width = 0, height = 0] = []] = await pageSizes(rendering);
    expect(rendering.pages).toBe(1);
    expect(width).toBe(8.26);
    expect(height).toBeGreaterThan(30);
    expect((await pageTexts(rendering.content))[0]).toMatch(/line 1.*line 100.*the end/s);
    const turned = await print(lines(3), { singlePage: true, landscape: true, scale: 2 });
    expect((await pageSizes(turned))[0]?.[0]).toBe(11.69);
    expect(turned.pages).toBe(1);
  });

  it('is rejected as a single page above the maximum height of PDF pages', async () => {
    await expect(print('<div style="height:30000px">x</div>', { singlePage: true })).rejects.toMatchObject({
      code: 'render-failed',
      message: expect.stringMatching(/a page of 3\d\d inches; the maximum is 200/) as string,
    });
  });

  it('has external and internal links', async () => {
    const rendering = await print(
      '<a href="https://example.com/a?b=c">out</a><a href="#there">in</a>' +
        '<h1 id="there" style="break-before:page">There</h1>',
    );
    expect(await links(rendering)).toEqual(['https://example.com/a?b=c', 'page 2']);
  });

  it('uses print styles unless screen is requested', async () => {
    const html =
      '<style>@media print{.s{display:none}} @media screen{.p{display:none}}</style>' +
      '<p class="s">screen</p><p class="p">print</p>';
    const texts = async (media?: 'print' | 'screen'): Promise<string[]> =>
      pageTexts(
        (await used.renderer.render(pdfRequest(html, {}, { emulatedMediaType: media }), deadline())).content,
      );
    expect(await texts()).toEqual(['print']);
    expect(await texts('screen')).toEqual(['screen']);
  });

  it('has backgrounds only on request', async () => {
    const html = '<body style="background:red">x</body>';
    const withBackground = await print(html);
    const without = await print(html, { printBackground: false });
    expect(await fills(withBackground, '#ff0000')).toBeGreaterThan(0);
    expect(await fills(without, '#ff0000')).toBe(0);
  });

  it('has exact colors on request, without the background of the page itself', async () => {
    const html = '<body style="background:red"><p style="background:blue;color:white">x</p></body>';
    const exact = await print(html, { printBackground: false, exactColors: true });
    expect(await fills(exact, '#ff0000')).toBe(0);
    expect(await fills(exact, '#0000ff')).toBeGreaterThan(0);
    expect(await fills(exact, '#ffffff')).toBeGreaterThan(0);
    const all = await print(html, { printBackground: true, exactColors: true });
    expect(await fills(all, '#ff0000')).toBeGreaterThan(0);
  });

  it('is loaded for the screen on request, in a window of the given size, and printed on paper', async () => {
    const html = `<style>@media print { .screen { display: none } } @media screen { .print { display: none } }</style>
      <p class="screen">screen</p><p class="print">print</p><script>
      addEventListener('load', () => {
        document.title = [innerWidth, innerHeight, screen.width, matchMedia('screen').matches].join();
      });</script>`;
    const window = { width: 800, height: 600 };
    const request = pdfRequest(html, { window }, { loadsForScreen: true });
    const rendering = await used.renderer.render(request, deadline());
    expect(rendering.title).toBe('800,600,800,true');
    expect(await pageTexts(rendering.content)).toEqual(['print']);
  });

  it('ignores dialogs and print calls', async () => {
    const rendering = await print('<script>alert("a"); print(); confirm("b");</script>done');
    expect(await pageTexts(rendering.content)).toEqual(['done']);
    expect(codes(rendering)).toEqual(['dialog', 'dialog']);
  });

  it.each([
    ['<html lang="de">x', 'de'],
    ['<html lang="en-US">x', 'en-US'],
    ['<meta http-equiv="content-language" content="fr">x', 'fr'],
    ['<html>x', null],
    ['<html lang="">x', null],
  ])('states the language of the page, and none if the page does not: %s', async (html, language) => {
    expect((await readPdf((await print(`<!doctype html>${html}`)).content)).language).toBe(language);
  });
});
