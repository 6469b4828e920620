import { inflateSync } from 'node:zlib';
import type { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { isSrgb } from '#lib/engines/pdf/assembly/colour/srgb-profile.ts';
import { profileComponents } from '#lib/engines/pictures/icc-profile.ts';
import { PDFArray, PDFDict, PDFName, PDFRawStream } from '#lib/engines/pdf/objects.ts';
import { assembled, type Input } from '../../../../../support/assemble.ts';
import { newPdf, objectsOf, pageAt } from '../../../../../support/pdf-features.ts';

/** The parts of an ICC profile that tests compare: the colour space and the description. */
function profile(space: string, description: string): Buffer {
  const bytes = Buffer.alloc(132);
  bytes.write(space, 16, 'latin1');
  return Buffer.concat([bytes, Buffer.from(description)]);
}

const adobe = profile('RGB ', 'Adobe RGB (1998)');
const srgb = profile('RGB ', 'sRGB IEC61966-2.1');
const coated = profile('CMYK', 'coated');
const gray = profile('GRAY', 'dot gain');

/** A document whose page shows its title, with an output intent unless it has no profile. */
async function intended(title: string, icc?: Buffer): Promise<PDFDocument> {
  const document = await newPdf(title);
  if (!icc) return document;
  const { context, catalog } = document;
  const DestOutputProfile = context.register(context.flateStream(icc, { N: profileComponents(icc) ?? 0 }));
  catalog.set(
    PDFName.of('OutputIntents'),
    context.obj([{ Type: 'OutputIntent', S: 'GTS_PDFA1', DestOutputProfile }]),
  );
  return document;
}

/** The description of the profile in the entry `OutputIntents`. */
function intentOf(holder: PDFDict): string | undefined {
  const intents = holder.lookup(PDFName.of('OutputIntents'));
  if (!(intents instanceof PDFArray)) return undefined;
  const stream = intents.lookup(0, PDFDict).lookup(PDFName.of('DestOutputProfile')) as PDFRawStream;
  return nameOfProfile(stream);
}

function nameOfProfile(stream: PDFRawStream): string {
  const bytes = stream.dict.has(PDFName.of('Filter'))
    ? inflateSync(stream.contents)
    : Buffer.from(stream.contents);
  return isSrgb(bytes) ? 'sRGB' : bytes.toString('latin1', 132);
}

/** The profiles of the document and of each page, and the pages' default colour spaces. */
async function colours(...inputs: Input[]) {
  const { bytes } = await assembled(inputs);
  const { document, orphans } = await objectsOf(bytes);
  expect(orphans).toEqual([]);
  const pages = document.getPages().map(({ node }) => {
    const spaces = node.Resources()?.lookup(PDFName.of('ColorSpace'));
    const defaults = (spaces instanceof PDFDict ? spaces.keys() : []).map((name) => {
      const space = (spaces as PDFDict).lookup(name, PDFArray);
      expect(space.get(0)).toBe(PDFName.of('ICCBased'));
      return `${name.decodeText()} ${nameOfProfile(space.lookup(1, PDFRawStream))}`;
    });
    return { intent: intentOf(node), defaults };
  });
  return { document: intentOf(document.catalog), pages };
}

const none = { intent: undefined, defaults: [] };

describe('output intents', () => {
  it("are the document's if all sources agree", async () => {
    expect(await colours(await intended('1', coated), await intended('2', coated))).toEqual({
      document: 'coated',
      pages: [none, none],
    });
  });

  it('are kept in a part', async () => {
    const document = await intended('1', adobe);
    document.addPage();
    expect(await colours({ document, pages: [0] })).toEqual({ document: 'Adobe RGB (1998)', pages: [none] });
  });

  it("are kept next to documents without one, whose device colours keep the readers' default", async () => {
    expect(await colours(await newPdf('cover'), await intended('2', adobe))).toEqual({
      document: 'Adobe RGB (1998)',
      pages: [{ intent: undefined, defaults: ['DefaultRGB sRGB'] }, none],
    });
    expect(await colours(await newPdf('cover'), await intended('2', srgb))).toEqual({
      document: 'sRGB',
      pages: [none, none],
    });
    expect(await colours(await newPdf('cover'), await intended('2', coated))).toEqual({
      document: 'coated',
      pages: [none, none],
    });
  });

  it('that differ become those of the pages, with default colour spaces', async () => {
    expect(
      await colours(await intended('1', srgb), await intended('2', adobe), await intended('3', coated)),
    ).toEqual({
      document: 'Adobe RGB (1998)',
      pages: [
        { intent: 'sRGB', defaults: ['DefaultRGB sRGB'] },
        none,
        { intent: 'coated', defaults: ['DefaultCMYK coated', 'DefaultRGB sRGB'] },
      ],
    });
  });

  it('of gray do not change other gray', async () => {
    const { pages } = await colours(await intended('1', gray), await newPdf('2'));
    expect(pages[1]?.defaults).toHaveLength(1);
    expect(pages[1]?.defaults[0]).toMatch(/^DefaultGray/);
  });

  it('of pages are kept, and so are default colour spaces', async () => {
    const document = await intended('1', srgb);
    const { context } = document;
    const own = context.register(context.stream(adobe, { N: 3 }));
    const { node } = pageAt(document, 0);
    node.set(PDFName.of('OutputIntents'), context.obj([{ S: 'GTS_PDFA1', DestOutputProfile: own }]));
    node.Resources()?.set(PDFName.of('ColorSpace'), context.obj({ DefaultRGB: ['ICCBased', own] }));
    const { pages } = await colours(document, await intended('2', adobe));
    expect(pages[0]).toEqual({ intent: 'Adobe RGB (1998)', defaults: ['DefaultRGB Adobe RGB (1998)'] });
  });

  it('are added once to resources that pages share', async () => {
    const document = await newPdf('1', '2');
    const shared = document.context.register(pageAt(document, 0).node.Resources() as PDFDict);
    for (const { node } of document.getPages()) node.set(PDFName.of('Resources'), shared);
    const { bytes } = await assembled([document, await intended('3', adobe)]);
    const { document: read } = await objectsOf(bytes);
    const [first, second] = read.getPages().map(({ node }) => node.get(PDFName.of('Resources')));
    expect(first).toBe(second);
    expect((await colours(document, await intended('3', adobe))).pages[1]?.defaults).toEqual([
      'DefaultRGB sRGB',
    ]);
  });

  it.each([
    ['no array', 7],
    ['an empty array', []],
    ['an array of nothing', [null]],
  ])('that are invalid are ignored: %s', async (_, entry) => {
    const document = await newPdf('1');
    document.catalog.set(PDFName.of('OutputIntents'), document.context.obj(entry as never));
    const { document: intent, pages } = await colours(document, await intended('2', srgb));
    expect({ intent, pages }).toEqual({ intent: 'sRGB', pages: [none, none] });
  });
});
