import { PDFDocument, PDFName } from 'pdf-lib';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';
import { everythingPdf } from '../../../../../support/everything-pdf.ts';
import { redPicture, stamped, stampOf } from '../../../../../support/overlays.ts';
import { pageTexts } from '../../../../../support/pdf.ts';
import { rawPdf, rawStream, textPages } from '../../../../../support/raw-pdf.ts';
import { readPdf } from '../../../../../support/read-pdf.ts';
import { isRed, renderPage } from '../../../../../support/rendered-page.ts';

/** The centred stamp on a page of 200 x 200. */
const centered = [50, 75, 150, 125];

const one = textPages('one');

/** A page of 200 x 200 with this content. */
const pageOf = (content: string, entries = ''): Buffer =>
  rawPdf({
    ...one,
    4: String(one[4]).replace('>>>>/Contents', `>>>>${entries}/Contents`),
    5: rawStream('', content),
  });

const boxOfStamp = async (bytes: Buffer, page = 1) => (await renderPage(bytes, page)).boxOf(isRed);

describe('a stamp', () => {
  it.each([
    ['open graphics states', 'q .1 0 0 .1 0 0 cm q 1 0 0 1 90 90 cm'],
    ['too many closed graphics states', 'Q Q .1 0 0 .1 0 0 cm'],
    ['closed and opened ones', 'Q Q q q .1 0 0 .1 0 0 cm'],
    ['a changed state', '.1 0 0 .1 0 0 cm 0 0 1 1 re W n'],
    ['an open text object', 'q BT /F1 12 Tf 20 100 Td'],
    ['open marked content', '/OC /Hidden BDC q'],
    ['an open string', 'BT /F1 12 Tf 20 100 Td (open'],
    ['an open hexadecimal string', 'q <41'],
    ['an open array', 'q [(a) 1'],
    ['an open dictionary', '/OC <</A 1'],
    ['an open inline image', 'q BI /W 100 /H 100 /BPC 8 /CS /G ID abc'],
  ])('is not affected by content with %s', async (_, content) => {
    expect(await boxOfStamp(stamped(pageOf(content), [stampOf()]).bytes)).toEqual(centered);
  });

  it('lies above the content, a watermark beneath', async () => {
    const pdf = pageOf('0 0 1 rg 0 0 100 200 re f');
    const above = await renderPage(stamped(pdf, [stampOf()]).bytes);
    expect(above.boxOf(isRed)).toEqual(centered);
    const beneath = await renderPage(stamped(pdf, [stampOf({ layer: 'watermark' })]).bytes);
    expect(beneath.boxOf(isRed)).toEqual([100, 75, 150, 125]);
  });

  it('lies above those that come before it', async () => {
    const shifted = stampOf({ offset: [0, 20], opacity: 0.5 });
    const page = await renderPage(stamped(pageOf(''), [stampOf(), shifted]).bytes);
    expect(page.at(100, 110)).toEqual([255, 0, 0]);
    const [red, green] = page.at(100, 60);
    expect(red).toBe(255);
    expect(Math.abs(green - 128)).toBeLessThanOrEqual(1);
  });

  it.each([
    ['no contents', '/Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]'],
    ['an empty list', '/Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents[]'],
    ['a list', '/Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents[5 0 R 5 0 R]'],
    ['an indirect list', '/Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 6 0 R'],
    ['a missing stream', '/Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 99 0 R'],
  ])('is drawn on a page with %s', async (_, page) => {
    const pdf = rawPdf({ ...one, 4: `<<${page}>>`, 5: rawStream('', 'q '), 6: '[5 0 R 5 0 R]' });
    const { bytes } = stamped(pdf, [stampOf()]);
    expect(await boxOfStamp(bytes)).toEqual(centered);
  });

  it('reads compressed content, as far as it can be read', async () => {
    const content = deflateSync(Buffer.from(`q .1 0 0 .1 0 0 cm\n${'0 0 m\n'.repeat(500)}`));
    for (const data of [content, content.subarray(0, -8)]) {
      const pdf = rawPdf({ ...one, 5: rawStream('/Filter/FlateDecode', data) });
      expect(await boxOfStamp(stamped(pdf, [stampOf()]).bytes)).toEqual(centered);
    }
  });

  it('leaves what can be read of content that nothing can follow', async () => {
    const content = Buffer.from(`0 0 1 rg 0 0 50 50 re f\n${'0 0 m\n'.repeat(500)}(open`);
    for (const [filter, data] of [
      ['', content],
      ['/Filter/FlateDecode', deflateSync(content).subarray(0, -8)],
    ] as const) {
      const { bytes } = stamped(rawPdf({ ...one, 5: rawStream(filter, data) }), [stampOf()]);
      const page = await renderPage(bytes);
      expect(page.at(10, 190)).toEqual([0, 0, 255]);
      expect(page.boxOf(isRed)).toEqual(centered);
    }
  });

  it('is only on its pages', async () => {
    const pdf = rawPdf(textPages('1', '2', '3'));
    const { bytes } = stamped(pdf, [stampOf({ pages: [{ first: 2, last: 2 }] })]);
    expect(await boxOfStamp(bytes, 1)).toBeUndefined();
    expect(await boxOfStamp(bytes, 2)).toEqual(centered);
    expect(await boxOfStamp(bytes, 3)).toBeUndefined();
  });

  it('follows the rotation that the same request adds', async () => {
    const rotations = [{ pages: [{ first: 1, last: 1 }], angle: 90 }];
    const overlay = stampOf({ position: 'top-left' });
    expect(await boxOfStamp(stamped(pageOf(''), [overlay], { rotations }).bytes)).toEqual([0, 0, 100, 50]);
  });

  it('is not drawn if it cannot be seen', () => {
    const { bytes } = stamped(pageOf(''), [stampOf({ opacity: 0 })]);
    expect(bytes.includes('/Image')).toBe(false);
  });

  it('is on a protected page', async () => {
    const protection = { userPassword: 'user', ownerPassword: 'owner' };
    const { bytes } = stamped(pageOf(''), [stampOf({ opacity: 0.99 })], { protection });
    expect((await renderPage(bytes, 1, 'user')).boxOf(isRed)).toEqual(centered);
  });
});

describe('opacity', () => {
  it('applies to the content as a whole', async () => {
    // A page that paints the same area twice.
    const source = openPdf(pageOf('1 0 0 rg 0 0 200 200 re f 0 0 200 200 re f'));
    const content = { kind: 'page', source, index: 0, scale: 0.5 } as const;
    const page = await renderPage(stamped(pageOf(''), [stampOf({ content, opacity: 0.5 })]).bytes);
    const [red, green] = page.at(100, 100);
    expect(red).toBe(255);
    expect(Math.abs(green - 128)).toBeLessThanOrEqual(1);
  });
});

describe('tiles', () => {
  it('are repeated over the page, with one at the position', async () => {
    const content = { kind: 'picture', picture: redPicture, scale: 0.2 } as const;
    const page = await renderPage(stamped(pageOf(''), [stampOf({ content, tile: true })]).bytes);
    // 40 x 20, 20 apart, one around 100,100.
    for (const [x, y] of [
      [100, 100],
      [40, 100],
      [160, 100],
      [100, 60],
      [100, 140],
      [40, 180],
      [160, 20],
    ] as const) {
      expect(isRed(page.at(x, y)), `${x},${y}`).toBe(true);
    }
    for (const [x, y] of [
      [70, 100],
      [100, 80],
      [130, 120],
    ] as const)
      expect(page.at(x, y)).toEqual([255, 255, 255]);
  });

  it('have the opacity of the overlay', async () => {
    const content = { kind: 'picture', picture: redPicture, scale: 0.2 } as const;
    const overlay = stampOf({ content, tile: true, opacity: 0.5 });
    const page = await renderPage(stamped(pageOf(''), [overlay]).bytes);
    expect(Math.abs(page.at(40, 100)[1] - 128)).toBeLessThanOrEqual(2);
  });

  it('take few bytes, and are not too many, on the largest page', () => {
    const pdf = rawPdf({ ...one, 4: String(one[4]).replace('0 0 200 200', '0 0 14400 14400') });
    const content = { kind: 'picture', picture: redPicture, scale: 0.0001 } as const;
    const { bytes, byteLength } = stamped(pdf, [stampOf({ content, tile: true })]);
    expect(byteLength).toBeLessThan(5000);
    const text = bytes.toString('latin1');
    const step = (key: string): number => Number(new RegExp(`/${key} ([\\d.]+)`).exec(text)?.[1]);
    const scale = 1.44 / 40;
    const tiles = 14_400 ** 2 / (step('XStep') * step('YStep') * scale ** 2);
    expect(tiles).toBeGreaterThan(9000);
    expect(tiles).toBeLessThan(11_000);
  });
});

describe('the resources of pages', () => {
  const shared = (resources: string, ...more: readonly string[]): Buffer => {
    const objects = textPages('1', '2', '3');
    const page = (number: number) =>
      String(objects[number]).replace(/\/Resources<<.*?>>>>/, '/Resources 20 0 R');
    return rawPdf({
      ...objects,
      4: page(4),
      6: page(6),
      8: page(8),
      20: resources,
      ...Object.fromEntries(more.map((object, index) => [21 + index, object])),
    });
  };
  const onTwo = stampOf({ pages: [{ first: 1, last: 2 }] });

  it('that pages share are copied once, and stay as they are for others', async () => {
    const { bytes } = stamped(shared('<</Font<</F1 3 0 R>>>>'), [onTwo]);
    const document = await PDFDocument.load(bytes);
    const [first, second, third] = document.getPages().map(({ node }) => node.get(PDFName.of('Resources')));
    expect(first).toBe(second);
    expect(third).not.toBe(first);
    expect(String(document.context.lookup(third))).not.toContain('Overlay');
    expect(await pageTexts(bytes)).toEqual(['1', '2', '3']);
    expect(await boxOfStamp(bytes, 2)).toEqual(centered);
    expect(await boxOfStamp(bytes, 3)).toBeUndefined();
  });

  it('that share a category in an object of its own share the copy of that', async () => {
    const pdf = shared('<</Font<</F1 3 0 R>>/XObject 21 0 R>>', '<</Own 5 0 R>>');
    const { bytes } = stamped(pdf, [onTwo]);
    const text = (await PDFDocument.load(bytes)).context
      .enumerateIndirectObjects()
      .map(([, object]) => String(object))
      .filter((object) => object.includes('/Own'));
    expect(text.filter((object) => object.includes('Overlay'))).toHaveLength(1);
    expect(text.filter((object) => !object.includes('Overlay'))).toHaveLength(1);
    expect(await boxOfStamp(bytes, 2)).toEqual(centered);
  });

  it('keep their names', async () => {
    const taken = Array.from({ length: 99 }, (_, number) => `/Overlay${number} 5 0 R`).join('');
    const { bytes } = stamped(shared(`<</Font<</F1 3 0 R>>/XObject<<${taken}>>>>`), [onTwo]);
    expect(await boxOfStamp(bytes, 1)).toEqual(centered);
    expect(bytes.toString('latin1')).toMatch(/\/Overlay\d+x Do/);
  });
});

describe('a document with overlays', () => {
  it('keeps everything else', async () => {
    const original = await everythingPdf(3);
    const plain = await readPdf(stamped(original, []).bytes);
    const { bytes, warnings } = stamped(original, [
      stampOf({ opacity: 0.5 }),
      stampOf({ layer: 'watermark', tile: true }),
    ]);
    expect(await readPdf(bytes)).toEqual(plain);
    expect(warnings).toEqual(stamped(original, []).warnings);
    expect(openPdf(bytes).findings.size).toBe(0);
  });

  it('has them as artifacts', () => {
    const { bytes } = stamped(pageOf(''), [stampOf()]);
    expect(bytes.toString('latin1')).toContain('/Artifact <</Type/Pagination/Subtype/Watermark>> BDC');
  });

  it('of thousands of pages grows by little for each page', () => {
    const pdf = rawPdf(textPages(...Array.from({ length: 3000 }, (_, index) => String(index))));
    const all = [{ first: 1, last: 3000 }];
    const { byteLength } = stamped(pdf, [stampOf({ pages: all }), stampOf({ pages: all, tile: true })]);
    expect(byteLength - stamped(pdf, []).byteLength).toBeLessThan(3000 * 40);
  });

  it('is rejected if its pages share a list of too many streams', () => {
    const objects = textPages(...Array.from({ length: 200 }, () => 'x'));
    for (let page = 4; objects[page] !== undefined; page += 2) {
      objects[page] = String(objects[page]).replace(/\/Contents.*/, '/Contents 5000 0 R>>');
    }
    objects[5000] = `[${'5 0 R '.repeat(20_000)}]`;
    expect(() => stamped(rawPdf(objects), [stampOf()])).toThrow(
      expect.objectContaining({ code: 'file-too-large' }),
    );
  });
});
