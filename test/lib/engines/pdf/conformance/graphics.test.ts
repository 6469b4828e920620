import type { PDFRawStream } from 'pdf-lib';
import { PDFArray, PDFDict, type PDFDocument, PDFName } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { profileComponents } from '#lib/engines/pictures/icc-profile.ts';
import { at, conformed } from '../../../../support/conform.ts';
import { contentOf, name, streamText } from '../../../../support/flatten.ts';
import { newPdf } from '../../../../support/pdf-features.ts';

/** A document with this content, and these resources. */
async function showing(content: string, resources: object = {}): Promise<PDFDocument> {
  const document = await newPdf('1');
  const { context } = document;
  const { node } = document.getPage(0);
  node.set(name('Contents'), context.register(context.stream(content)));
  node.set(name('Resources'), context.obj(resources as Parameters<typeof context.obj>[0]));
  return document;
}

const intentOf = (catalog: PDFDict): PDFDict => (at(catalog, 'OutputIntents') as PDFArray).lookup(0, PDFDict);
const profileIn = (stream: unknown): Buffer => Buffer.from(streamText(stream), 'latin1');
const resourcesOf = (document: PDFDocument): PDFDict => at(document.getPage(0).node, 'Resources') as PDFDict;

describe('colours', () => {
  it('have an output intent of sRGB, of a version that part 1 allows', async () => {
    const { catalog } = await conformed(await showing('1 0 0 rg 0 0 9 9 re f'), '1b');
    const intent = intentOf(catalog);
    expect(at(intent, 'S')).toBe(name('GTS_PDFA1'));
    const profile = profileIn(at(intent, 'DestOutputProfile'));
    expect(profile.readUInt32BE(0)).toBe(profile.length);
    expect(profile[8]).toBe(2);
    expect(profileComponents(profile)).toBe(3);
  });

  it.each(['0 1 0 0 k 0 0 9 9 re f', '/DeviceCMYK cs 0 1 0 0 sc 0 0 9 9 re f'])(
    'of CMYK have a default colour space: %s',
    async (content) => {
      const { document } = await conformed(await showing(content));
      const space = at(resourcesOf(document), 'ColorSpace', 'DefaultCMYK') as PDFArray;
      expect(space.get(0)).toBe(name('ICCBased'));
      expect(profileComponents(profileIn(space.lookup(1)))).toBe(4);
      expect(contentOf(document)).toContain(content);
    },
  );

  it('of inks, patterns and images have a profile in place of device CMYK', async () => {
    const tint = { FunctionType: 2, Domain: [0, 1], N: 1, C0: [0, 0, 0, 0], C1: [0, 1, 0, 0] };
    const document = await showing('/Ink cs 1 sc 0 0 9 9 re f');
    const { context } = document;
    const ink = context.obj([name('Separation'), name('Spot'), name('DeviceCMYK'), tint]);
    const image = context.stream(Buffer.alloc(4), {
      Type: 'XObject',
      Subtype: 'Image',
      Width: 1,
      Height: 1,
      BitsPerComponent: 8,
      ColorSpace: 'DeviceCMYK',
      Interpolate: true,
    });
    const shading = { ShadingType: 2, ColorSpace: 'DeviceCMYK', Coords: [0, 0, 9, 9], Function: tint };
    document.getPage(0).node.set(
      name('Resources'),
      context.obj({
        ColorSpace: { Ink: ink },
        XObject: { Im: context.register(image) },
        Shading: { Sh: shading },
      }),
    );
    const resources = resourcesOf((await conformed(document)).document);
    const alternate = (at(resources, 'ColorSpace', 'Ink') as PDFArray).lookup(2, PDFArray);
    expect(alternate.get(0)).toBe(name('ICCBased'));
    for (const path of [
      ['XObject', 'Im'],
      ['Shading', 'Sh'],
    ])
      expect(at(resources, ...path, 'ColorSpace')).toBeInstanceOf(PDFArray);
    expect(at(resources, 'XObject', 'Im', 'Interpolate')).toBeUndefined();
  });

  it('are left alone if the output intent covers them', async () => {
    const { document } = await conformed(await showing('1 0 0 rg 0.5 g 0 0 9 9 re f'));
    expect(at(resourcesOf(document), 'ColorSpace')).toBeUndefined();
  });

  it('of CMYK with profiles are not overprinted in mode 1', async () => {
    const states = { ExtGState: { G: { OP: true, OPM: 1 } } };
    const { document } = await conformed(await showing('/G gs 0 1 0 0 k 0 0 9 9 re f', states));
    expect(String(at(resourcesOf(document), 'ExtGState', 'G', 'OPM'))).toBe('0');
  });
});

describe('graphics', () => {
  it('lose transfer functions, with a warning, and unknown blend modes', async () => {
    const states = { ExtGState: { G: { TR: 'Identity', TR2: 'Identity', BM: 'Unknown', RI: 'Nice' } } };
    const { document, warnings } = await conformed(await showing('/G gs', states));
    const state = at(resourcesOf(document), 'ExtGState', 'G') as PDFDict;
    expect(state.keys().map(String).sort()).toEqual(['/BM']);
    expect(state.get(name('BM'))).toBe(name('Normal'));
    expect(warnings[0]?.message).toContain('transfer functions');
  });

  it('lose operators that PDF does not have, and unknown rendering intents', async () => {
    const { document } = await conformed(
      await showing('q 1 2 foo /Nice ri (foo) Tj BI /W 1 /H 1 /I true ID x EI Q'),
    );
    const content = contentOf(document).replaceAll(/\s+/g, ' ').trim();
    expect(content).toBe('q /RelativeColorimetric ri (foo) Tj BI /W 1 /H 1 /I false ID x EI Q');
  });

  it('of forms without resources get those of their page', async () => {
    const document = await showing('/Fm Do', {});
    const { context } = document;
    const form = context.register(
      context.stream('/G gs', { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 9, 9] }),
    );
    const resources = context.obj({ XObject: { Fm: form }, ExtGState: { G: { LW: 2 } } });
    document.getPage(0).node.set(name('Resources'), resources);
    const { document: result } = await conformed(document);
    const shown = at(resourcesOf(result), 'XObject', 'Fm') as PDFRawStream;
    expect(String(at(shown.dict, 'Resources', 'ExtGState', 'G', 'LW'))).toBe('2');
  });

  it('have no groups in part 1 if nothing is transparent', async () => {
    const group = { S: 'Transparency', CS: 'DeviceRGB' };
    const plain = await showing('0 0 9 9 re f');
    plain.getPage(0).node.set(name('Group'), plain.context.obj(group));
    expect((await conformed(plain, '1b')).document.getPage(0).node.has(name('Group'))).toBe(false);
    const clear = await showing('/G gs 0 0 9 9 re f', { ExtGState: { G: { ca: 0.5 } } });
    clear.getPage(0).node.set(name('Group'), clear.context.obj(group));
    expect((await conformed(clear, '1b')).document.getPage(0).node.has(name('Group'))).toBe(true);
  });
});

describe('the file', () => {
  it.each([false, true])(
    'has neither object streams nor cross-reference streams in part 1 (linearized: %s)',
    async (isLinearized) => {
      const { bytes, document } = await conformed(await newPdf('1', '2', '3'), '1b', { isLinearized });
      expect(bytes.subarray(0, 8).toString()).toBe('%PDF-1.4');
      expect(bytes.includes('/ObjStm')).toBe(false);
      expect(bytes.includes('/XRef')).toBe(false);
      expect(bytes.includes('/Linearized')).toBe(isLinearized);
      expect(document.getPageCount()).toBe(3);
      expect(document.catalog.has(PDFName.of('Version'))).toBe(false);
    },
  );
});

it('glyphs without resources get those of the page, without the fonts that are drawn', async () => {
  const source = await showing('BT /Drawn 9 Tf (a) Tj ET', { Font: {}, ExtGState: { G: { CA: 1 } } });
  const { context } = source;
  const drawn = context.obj({
    Type: 'Font',
    Subtype: 'Type3',
    FontBBox: [0, 0, 9, 9],
    FontMatrix: [0.1, 0, 0, 0.1, 0, 0],
    FirstChar: 97,
    LastChar: 97,
    Widths: [9],
    CharProcs: { a: context.register(context.stream('9 0 d0 /G gs 0 0 9 9 re f')) },
    Encoding: { Type: 'Encoding', Differences: [97, 'a'] },
  });
  (at(resourcesOf(source), 'Font') as PDFDict).set(name('Drawn'), context.register(drawn));
  const { document } = await conformed(source, '3b');
  const own = at(resourcesOf(document), 'Font', 'Drawn', 'Resources') as PDFDict;
  expect(at(own, 'ExtGState', 'G')).toBeInstanceOf(PDFDict);
  expect((at(own, 'Font') as PDFDict).keys()).toEqual([]);
});
