import { type PDFDocument, PDFName, PDFString } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import type { TextSetting } from '#lib/engines/pdf/finishing/finishing.ts';
import { registerForm } from '#lib/engines/pdf/finishing/overlays/form-xobject.ts';
import { PDFDict, type PDFRef } from '#lib/engines/pdf/objects.ts';
import { contentOf, flattened, formsOf, streamText, subtypesOf } from '../../../../../support/flatten.ts';
import { annotate, bytesOf, newPdf } from '../../../../../support/pdf-features.ts';
import { pagePixels } from '../../../../../support/pdf-pixels.ts';

const rect = [100, 100, 200, 150];
const quads = [100, 150, 200, 150, 100, 100, 200, 100];

const names = (...texts: string[]) => texts.map((text) => PDFName.of(text));

/** An annotation of each type, without an appearance. */
const types: readonly [string, object][] = [
  ['Square', {}],
  ['Circle', { IC: [0, 1, 0], BS: { W: 3, S: 'D', D: [4, 2] } }],
  ['Line', { L: [100, 100, 200, 150], LE: names('OpenArrow', 'Diamond'), IC: [1, 0, 0] }],
  ['PolyLine', { Vertices: [100, 100, 150, 150, 200, 100], LE: names('Circle', 'ClosedArrow') }],
  ['Polygon', { Vertices: [100, 100, 150, 150, 200, 100], IC: [0, 0, 1, 0] }],
  [
    'Ink',
    {
      InkList: [
        [100, 100, 150, 150],
        [160, 120],
      ],
    },
  ],
  ['Highlight', { QuadPoints: quads }],
  ['Underline', { QuadPoints: quads }],
  ['StrikeOut', {}],
  ['Squiggly', { QuadPoints: quads }],
  ['Caret', {}],
  ['Text', {}],
  ['FileAttachment', {}],
  ['Redact', { QuadPoints: quads }],
];

/** Draws texts as bars, one unit of the font size per character. */
const bars: TextSetting = {
  drawingIn: (context) => ({
    measure: (text) => ({ width: text.length, ascent: 1, descent: 0, capHeight: 0.7 }),
    line: () => ({ operators: '', fonts: new Map<string, PDFRef>() }),
    form: (text, { fontSize, color }) => {
      const size = { width: text.length * fontSize, height: fontSize };
      const content = `% ${color} ${text}\n0 0 ${size.width} ${size.height} re f`;
      return registerForm(context, size, { content, resources: PDFDict.withContext(context) });
    },
    embedFonts: () => ({ missing: '' }),
  }),
};

const annotated = async (Subtype: string, entries: object): Promise<PDFDocument> => {
  const document = await newPdf('1');
  annotate(document.getPage(0), { Subtype, Rect: rect, ...entries });
  return document;
};

/** The lines of text that a page shows, with their places. */
function linesOn(document: PDFDocument): string[] {
  const [form] = formsOf(document).values();
  if (!form) return [];
  const xObjects = form.dict.lookup(PDFName.of('Resources'))?.toString() ?? '';
  expect(xObjects).toContain('XObject');
  return document.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => ('contents' in object ? [streamText(object)] : []))
    .flatMap((content) => /^% (.*)/.exec(content)?.slice(1) ?? []);
}

describe('an annotation without an appearance', () => {
  it.each(types)('%s is drawn', async (Subtype, entries) => {
    const { bytes, document } = await flattened(await annotated(Subtype, entries));
    expect(subtypesOf(document)).toEqual([]);
    expect(await pagePixels(bytes)).not.toEqual(await pagePixels(await bytesOf(await newPdf('1'))));
  });

  it('is drawn in its colour, as wide as its border', async () => {
    const entries = { C: [0, 0.5, 1], IC: [0.25], BS: { W: 4 } };
    const { document } = await flattened(await annotated('Square', entries));
    const [form] = formsOf(document).values();
    const content = streamText(form).split('\n');
    expect(content).toEqual(expect.arrayContaining(['0 0.5 1 RG', '4 w', '0.25 g', '102 102 m', 'B']));
  });

  it('has leader lines on the left side of its line', async () => {
    const entries = { L: [100, 110, 200, 110], LL: 20, LLE: 5, LLO: 3 };
    const { document } = await flattened(await annotated('Line', entries));
    const content = streamText([...formsOf(document).values()][0]).split('\n');
    const leaders = ['100 113 m', '100 138 l', '200 113 m', '200 138 l', '100 133 m', '200 133 l', 'S'];
    expect(content.slice(-leaders.length)).toEqual(leaders);
  });

  it('without a border and an interior shows nothing', async () => {
    for (const entries of [{ BS: { W: 0 } }, { Border: [0, 0, 0] }, { C: [] }]) {
      const { document } = await flattened(await annotated('Square', entries));
      expect(subtypesOf(document)).toEqual([]);
      expect(contentOf(document)).not.toContain(' Do');
    }
  });

  it('is as opaque as it says, and a marker darkens what is beneath it', async () => {
    const { document } = await flattened(await annotated('Highlight', { CA: 0.5 }));
    const states = document.getPage(0).node.Resources()?.lookup(PDFName.of('ExtGState'), PDFDict);
    const [state] = states?.values() ?? [];
    expect(String(document.context.lookup(state))).toMatch(/\/CA 0\.5\n\/ca 0\.5\n\/BM \/Multiply/);
  });

  it('marks the same text whatever the order of the corners', async () => {
    const counterclockwise = [100, 100, 200, 100, 200, 150, 100, 150];
    const pages = await Promise.all(
      [quads, counterclockwise].map(async (QuadPoints) =>
        pagePixels((await flattened(await annotated('Underline', { QuadPoints }))).bytes),
      ),
    );
    expect(pages[0]).toEqual(pages[1]);
  });

  it('is not drawn if it is a reply to another annotation', async () => {
    const document = await annotated('Square', {});
    const first = document.getPage(0).node.Annots()?.get(0);
    annotate(document.getPage(0), { Subtype: 'Text', IRT: first });
    const result = await flattened(document);
    expect(contentOf(result.document).match(/ Do/g)).toHaveLength(1);
    expect(subtypesOf(result.document)).toEqual([]);
  });
});

describe('a free text', () => {
  const text = { Contents: PDFString.of('one two three\rfour'), DA: PDFString.of('1 0 0 rg /Helv 10 Tf') };

  it('is broken into lines, in the colour of its default appearance', async () => {
    const { document } = await flattened(await annotated('FreeText', text), 'all', { text: bars });
    expect(linesOn(document)).toEqual(['#ff0000 one two', '#ff0000 three', '#ff0000 four']);
  });

  it('is clipped to its rectangle', async () => {
    const entries = { ...text, Rect: [100, 100, 130, 125] };
    const { document } = await flattened(await annotated('FreeText', entries), 'all', { text: bars });
    expect(linesOn(document)).toEqual(['#ff0000 on', '#ff0000 e']);
  });

  it('stays if there are no fonts', async () => {
    expect(subtypesOf((await flattened(await annotated('FreeText', text))).document)).toEqual(['FreeText']);
    const { document } = await flattened(await annotated('FreeText', { DA: text.DA }));
    expect(subtypesOf(document)).toEqual([]);
  });
});

describe('a stamp', () => {
  it('shows its name', async () => {
    const stamp = await annotated('Stamp', { Name: 'NotApproved' });
    const { document } = await flattened(stamp, 'all', { text: bars });
    expect(linesOn(document)).toEqual(['#ff0000 NOT APPROVED']);
    expect(subtypesOf((await flattened(stamp)).document)).toEqual(['Stamp']);
  });
});
