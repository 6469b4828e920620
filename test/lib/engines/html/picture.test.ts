import { describe, expect, it } from 'vitest';
import type { ImageFormat, ImageOptions } from '#lib/api/options/html.ts';
import type { Rendering } from '#lib/engines/html/render-request.ts';
import { decodePicture } from '../../../support/picture.ts';
import { deadline, imageRequest, useRenderer } from '../../../support/renderer.ts';
import { leftOut } from '../../../support/requirements.ts';

const white = [255, 255, 255, 255];

/** Bands of 100 pixels, each in a colour that encodes its number. */
const bands = (count: number): string =>
  '<style>*{margin:0}div{height:100px}</style>' +
  Array.from(
    { length: count },
    (_, index) => `<div style="background:rgb(${index % 256},${index >> 8},128)"></div>`,
  ).join('');

describe.skipIf(leftOut('chromium'))('a page rendered to an image', () => {
  const used = useRenderer();
  const shoot = (
    html: string,
    options: Partial<ImageOptions> & { format?: ImageFormat } = {},
  ): Promise<Rendering> => used.renderer.render(imageRequest(html, options), deadline());

  it('is the whole page, or the viewport', async () => {
    const html = bands(20);
    expect(await shoot(html)).toMatchObject({ width: 800, height: 2000 });
    expect(await shoot(html, { fullPage: false, width: 640, height: 480 })).toMatchObject({
      width: 640,
      height: 480,
    });
    const wide = await shoot('<div style="width:3000px;height:10px"></div>');
    expect(wide.width).toBeGreaterThanOrEqual(3000);
  });

  it('is of a page on a screen as large as the viewport', async () => {
    const html = `<style>p{display:none} @media (device-width: 640px) and (device-height: 480px) {p{display:block}}</style>
      <p style="height:1000px"></p><script>document.title = screen.width + ' × ' + screen.height;</script>`;
    const rendering = await shoot(html, { width: 640, height: 480 });
    expect(rendering.title).toBe('640 × 480');
    expect(rendering.height).toBeGreaterThanOrEqual(1000);
  });

  it('is a rectangle of the page on request, wherever it is', async () => {
    const clip = { x: 10, y: 1550, width: 300, height: 100 };
    const rendering = await shoot(bands(20), { clip, deviceScaleFactor: 2 });
    expect(rendering).toMatchObject({ width: 600, height: 200 });
    const picture = await decodePicture(rendering.content);
    expect([picture.at(300, 50), picture.at(300, 150)]).toEqual([
      [15, 0, 128, 255],
      [16, 0, 128, 255],
    ]);
  });

  it.each(['png', 'jpeg'] as const)('is correct to the last band of 30,000 pixels as %s', async (format) => {
    const rendering = await shoot(bands(300), { format, width: 400 });
    expect(rendering).toMatchObject({ width: 400, height: 30_000 });
    const picture = await decodePicture(rendering.content);
    for (const band of Array.from({ length: 300 }, (_, index) => index)) {
      const [red = -99, green = -99, blue = -99] = picture.at(200, band * 100 + 50);
      const error = Math.abs(red - (band % 256)) + Math.abs(green - (band >> 8)) + Math.abs(blue - 128);
      expect(error, `band ${band}`).toBeLessThanOrEqual(format === 'png' ? 0 : 9);
    }
  });

  it('fails with its size and the limit when it would be too large', async () => {
    await expect(shoot(bands(301))).rejects.toMatchObject({
      code: 'render-failed',
      message: expect.stringMatching(/800 × 30100 pixels; PNG .* 30000/) as string,
    });
    await expect(shoot(bands(164), { format: 'webp' })).rejects.toMatchObject({
      message: expect.stringMatching(/800 × 16400 pixels; WebP .* 16383/) as string,
    });
    // The scale factor counts.
    await expect(shoot(bands(160), { deviceScaleFactor: 2 })).rejects.toMatchObject({
      message: expect.stringContaining('1600 × 32000') as string,
    });
    await expect(shoot(bands(290), { width: 3000 })).rejects.toMatchObject({
      message: expect.stringContaining('80 million') as string,
    });
  });

  it('is a WebP of up to 16,383 pixels', async () => {
    const rendering = await shoot(bands(163), { format: 'webp', width: 200 });
    expect(rendering).toMatchObject({ width: 200, height: 16_300 });
    const [red = 0] = (await decodePicture(rendering.content)).at(100, 16_250);
    expect(Math.abs(red - 162)).toBeLessThan(12);
  });

  it('has the requested number of pixels per CSS pixel', async () => {
    const rendering = await shoot(bands(2), { deviceScaleFactor: 3, width: 300, height: 100 });
    expect(rendering).toMatchObject({ width: 900, height: 600 });
    expect((await decodePicture(rendering.content)).at(450, 450)).toEqual([1, 0, 128, 255]);
  });

  it.each(['png', 'webp', 'jpeg'] as const)('has at least one pixel, as %s', async (format) => {
    const tiny = { format, deviceScaleFactor: 0.1, width: 1, height: 1, fullPage: false };
    expect(await shoot('x', tiny)).toMatchObject({ width: 1, height: 1 });
    const line = '<div id=line style="height:1px;width:300px;background:red">';
    const { width, height } = await shoot(line, { ...tiny, width: 400, selector: '#line' });
    expect({ width, height }).toEqual({ width: 30, height: 1 });
  });

  it('shows the first element that a selector matches', async () => {
    const html =
      '<style>*{margin:0}</style><div style="height:2000px"></div>' +
      '<div class="x" style="width:120px;height:80px;margin-left:33px;background:#00f"></div><div class="x">y</div>';
    const rendering = await shoot(html, { selector: '.x', fullPage: false });
    expect(rendering).toMatchObject({ width: 120, height: 80 });
    const picture = await decodePicture(rendering.content);
    expect(picture.at(0, 0)).toEqual([0, 0, 255, 255]);
    expect(picture.at(119, 79)).toEqual([0, 0, 255, 255]);
  });

  it('fails with the selector when it is invalid or matches no visible element', async () => {
    await expect(shoot('x', { selector: '#no' })).rejects.toMatchObject({
      code: 'render-failed',
      errors: [{ field: 'selector', message: "'#no' matches no element of the page" }],
    });
    await expect(shoot('x', { selector: '##' })).rejects.toMatchObject({
      code: 'invalid-field',
      errors: [{ field: 'selector', message: "'##' is not a CSS selector" }],
    });
    await expect(shoot('<i id=no hidden>x</i>', { selector: '#no' })).rejects.toMatchObject({
      code: 'render-failed',
      errors: [{ field: 'selector', message: "'#no' matches an element that is not visible" }],
    });
  });

  it('has a transparent background on request', async () => {
    const html = '<style>*{margin:0}div{width:100px;height:100px;background:#123}</style><div></div>';
    const clear = await decodePicture((await shoot(html, { omitBackground: true })).content);
    expect(clear.at(50, 50)).toEqual([0x11, 0x22, 0x33, 255]);
    expect(clear.at(300, 300)).toEqual([0, 0, 0, 0]);
    const usual = await decodePicture((await shoot(html)).content);
    expect(usual.at(300, 300)).toEqual(white);
    const jpeg = await decodePicture((await shoot(html, { omitBackground: true, format: 'jpeg' })).content);
    expect(jpeg.at(300, 300)).toEqual(white);
  });

  it('is smaller at lower quality', async () => {
    const html = `<body style="background:linear-gradient(45deg,red,blue,lime)">${'text '.repeat(2000)}</body>`;
    for (const format of ['jpeg', 'webp'] as const) {
      const fine = await shoot(html, { format, quality: 95 });
      const coarse = await shoot(html, { format, quality: 20 });
      expect(coarse.content.length).toBeLessThan(fine.content.length / 1.5);
    }
  });

  it.each([
    ['Latin', 'Æther'],
    ['Greek', 'Ψυχή'],
    ['Cyrillic', 'Щука'],
    ['Chinese', '玻璃'],
    ['Japanese', 'いろは'],
    ['Korean', '고유'],
    ['Arabic', 'مرحبا'],
    ['Hebrew', 'שלום'],
    ['Hindi', 'नमस्ते'],
    ['Thai', 'มนุษย์'],
    ['arrows', '→⇒↔'],
    ['check marks', '✓✔☑'],
  ])('shows %s in distinct glyphs', async (_, text) => {
    const style = 'style="font:40px sans-serif;margin:0;padding:10px;white-space:pre"';
    const one = await decodePicture(
      (await shoot(`<p ${style}>${text}</p>`, { width: 400, height: 80, fullPage: false })).content,
    );
    // A character without a glyph appears as a box, a missing font as nothing.
    const box = '\u{10fffd}'.repeat(text.length);
    const boxes = await decodePicture(
      (await shoot(`<p ${style}>${box}</p>`, { width: 400, height: 80, fullPage: false })).content,
    );
    expect(one.ink(0, 0, 400, 80)).toBeGreaterThan(150);
    const same = Array.from({ length: 400 * 80 }, (__, index) => index).every(
      (index) =>
        one.at(index % 400, Math.floor(index / 400)).join() ===
        boxes.at(index % 400, Math.floor(index / 400)).join(),
    );
    expect(same).toBe(false);
  });

  it('shows emoji in colour', async () => {
    const picture = await decodePicture(
      (await shoot('<p style="font-size:60px;margin:0">😀</p>', { width: 100, height: 100 })).content,
    );
    const isYellow = ([red = 0, green = 0, blue = 255]: readonly number[]): boolean =>
      red > 200 && green > 150 && blue < 120;
    const yellow = Array.from({ length: 10_000 }, (_, index) =>
      picture.at(index % 100, Math.floor(index / 100)),
    ).filter(isYellow);
    expect(yellow.length).toBeGreaterThan(500);
  });

  it('uses a monospaced font for code', async () => {
    const rendering = await shoot(
      '<style>*{margin:0}</style><code id="a" style="font-size:20px">iiiiiiiiii</code><br>' +
        '<code id="b" style="font-size:20px">WWWWWWWWWW</code>',
      { selector: '#a' },
    );
    const other = await shoot(
      '<style>*{margin:0}</style><code id="b" style="font-size:20px">WWWWWWWWWW</code>',
      { selector: '#b' },
    );
    expect(rendering.width).toBe(other.width);
  });
});
