import { describe, expect, it } from 'vitest';
import type { RenderRequest } from '#lib/engines/html/render-request.ts';
import { makeFont } from '../../../support/font.ts';
import {
  sampleFont,
  sampleWoff2,
  unreadableFont,
  withTables,
  writing16,
} from '../../../support/font-tables.ts';
import { acceptedMutants } from '../../../support/font-mutants.ts';
import { givenFonts } from '../../../support/given-fonts.ts';
import { pageFonts } from '../../../support/pdf.ts';
import {
  asset,
  deadline,
  htmlSource,
  imageRequest,
  pdfRequest,
  startSite,
  urlSource,
  useRenderer,
} from '../../../support/renderer.ts';
import { leftOut } from '../../../support/requirements.ts';

const text = '<p style="font-family: Sample Sans">Hamburg</p>';
const page = `<!doctype html><meta charset=utf-8>${text}`;

describe.skipIf(leftOut('chromium'))('the fonts of a page', { timeout: 60_000 }, () => {
  const used = useRenderer();
  const render = async (request: RenderRequest, ...files: readonly Buffer[]) =>
    used.renderer.render({ ...request, fonts: await givenFonts(...files) }, deadline());
  const shown = async (request: RenderRequest, ...files: readonly Buffer[]) => {
    const { content, warnings } = await render(request, ...files);
    return { warnings, fonts: (await pageFonts(content)).flat() };
  };

  it('show its text, and not that of the next page', async () => {
    expect(await shown(pdfRequest(page), sampleFont())).toEqual({ warnings: [], fonts: ['SampleSans'] });
    expect(await shown(pdfRequest(page))).toMatchObject({
      warnings: [{ code: 'font-substituted', font: 'Sample Sans' }],
      fonts: ['LiberationSerif'],
    });
  });

  it('show its text in a picture', async () => {
    const plain = await render(imageRequest(page));
    const given = await render(imageRequest(page), sampleWoff2());
    expect(given.warnings).toEqual([]);
    expect(Buffer.compare(given.content, plain.content)).not.toBe(0);
  });

  it('show its text without JavaScript, also after it is replaced', async () => {
    const options = { javascript: false };
    const next = htmlSource('<meta http-equiv=refresh content="0; url=next.html">', [
      asset('next.html', page),
    ]);
    for (const source of [htmlSource(page), next]) {
      expect(await shown(pdfRequest(source, {}, options), sampleFont())).toEqual({
        warnings: [],
        fonts: ['SampleSans'],
      });
    }
  });

  it('are there before the first script, and on a page that forbids other fonts', async () => {
    const script =
      'const found = document.fonts.check("12px Sample Sans", "H") && document.fonts.size === 1; document.title = found;';
    const site = await startSite((_, response) => {
      response.setHeader(
        'content-security-policy',
        "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'",
      );
      response.setHeader('content-type', 'text/html').end(`<script>${script}</script>${page}`);
    });
    const { content, title, warnings } = await render(pdfRequest(urlSource(`${site.origin}/`)), sampleFont());
    await site.close();
    expect({ title, warnings, fonts: (await pageFonts(content)).flat() }).toEqual({
      title: 'true',
      warnings: [],
      fonts: ['SampleSans'],
    });
  });

  it('win over fonts of the same name that the page declares', async () => {
    const face = '@font-face { font-family: Sample Sans; src: url(own.ttf) }';
    const own = [asset('own.ttf', makeFont('Own'))];
    const source = htmlSource(`<style>${face}</style>${page}`, own);
    expect(await shown(pdfRequest(source))).toMatchObject({ fonts: ['Own'] });
    expect(await shown(pdfRequest(source), sampleFont())).toMatchObject({ fonts: ['SampleSans'] });
  });

  it('are chosen by weight and slope', async () => {
    const postScript = (font: string): Buffer => makeFont(font);
    const styled = (name: string, weight: number, italic: number): Buffer =>
      withTables(withTables(postScript('Sample Sans'), { 'OS/2': writing16(weight, 4) }), {
        'OS/2': writing16(italic, 62),
        name: (table) =>
          Buffer.from(table.toString('latin1').replace('S\0a\0m\0p\0l\0e\0S\0a\0n\0s', name), 'latin1'),
      });
    const faces = ['A', 'B', 'C'].map((letter) => Array.from(`Sample${letter}ans`).join('\0'));
    const files = [
      styled(faces[0] ?? '', 400, 0),
      styled(faces[1] ?? '', 700, 0),
      styled(faces[2] ?? '', 400, 1),
    ];
    const source = `${text}<b>${text}</b><i>${text}</i>`;
    const { fonts } = await shown(pdfRequest(source), ...files);
    expect(fonts.sort()).toEqual(['SampleAans', 'SampleBans', 'SampleCans']);
  });

  it('are known with their characters', async () => {
    const { warnings } = await shown(pdfRequest(page.replace('Hamburg', 'Hamburg \u{13000}')), sampleFont());
    expect(warnings).toMatchObject([{ code: 'glyphs-missing', characters: '\u{13000}' }]);
  });

  it('are rejected by field if the browser cannot use them', async () => {
    for (const javascript of [true, false]) {
      const request = pdfRequest(page, {}, { javascript });
      await expect(render(request, sampleFont(), unreadableFont())).rejects.toMatchObject({
        code: 'invalid-file-type',
        errors: [{ field: 'fonts[1]' }],
      });
    }
  });

  it('can have a name of any characters', async () => {
    const family = '"); alert(1); ("\\\u2028`${x}';
    const source = `<!doctype html><meta charset=utf-8><p id=p>Hamburg</p><script>p.style.fontFamily = JSON.stringify(${JSON.stringify(family)})</script>`;
    const { warnings } = await shown(pdfRequest(source), makeFont(family));
    expect(warnings.filter(({ code }) => code === 'dialog')).toEqual([]);
  });

  it('that are damaged cost no other page anything', { timeout: 120_000 }, async () => {
    for (const font of await acceptedMutants(40)) {
      const [family = ''] = font.face.families;
      const request = pdfRequest(`<meta charset=utf-8><p style="font-family: ${family}">Hamburg العربية`);
      const outcome = await used.renderer.render({ ...request, fonts: [font] }, deadline()).then(
        () => 'rendered',
        (error: unknown) => error,
      );
      if (outcome !== 'rendered') expect(outcome).toMatchObject({ code: 'invalid-file-type' });
    }
    expect((await shown(pdfRequest(page), sampleFont())).fonts).toEqual(['SampleSans']);
  });
});
