import { PDFArray, PDFDict, PDFHexString, PDFName, PDFNumber, PDFString } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { conformTags } from '#lib/engines/pdf/conformance/tags/conform-tags.ts';
import type { BuiltDocument } from '#lib/engines/pdf/finishing/built-document.ts';
import { firstTag, tag, taggedDocument, treeOf } from '../../../../../support/tagged-document.ts';

const accessible = { pdfua: true };
const rect = [0, 0, 9, 9];

const pageOf = ({ context, pages: [page] }: BuiltDocument): PDFDict => context.lookup(page, PDFDict);

const annotationOf = (document: BuiltDocument): PDFDict =>
  document.context.lookup(pageOf(document).lookup(PDFName.of('Annots'), PDFArray).get(0), PDFDict);

/** The element that the parent tree has for a key of the structure. */
function parentOf({ context, catalog }: BuiltDocument, key: number): PDFDict {
  const root = context.lookup(catalog.get(PDFName.of('StructTreeRoot')), PDFDict);
  const entries = root
    .lookup(PDFName.of('ParentTree'), PDFDict)
    .lookup(PDFName.of('Nums'), PDFArray)
    .asArray();
  const at = entries.findIndex(
    (entry, index) => index % 2 === 0 && entry instanceof PDFNumber && entry.asNumber() === key,
  );
  return context.lookup(entries[at + 1], PDFDict);
}

const typeOf = (element: PDFDict): string => element.lookup(PDFName.of('S'), PDFName).decodeText();

const textAt = (dict: PDFDict, key: string): string | undefined => {
  const value = dict.lookup(PDFName.of(key));
  return value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : undefined;
};

describe('annotations', () => {
  const content = '/P <</MCID 0>> BDC BT (x) Tj ET EMC';

  it.each([
    ['Link', 'Link'],
    ['Widget', 'Form'],
    ['Highlight', 'Annot'],
  ])('%s gets an element of the type %s, at the end of its page', (Subtype, type) => {
    const document = taggedDocument({
      tree: [tag('Document', tag('P', 0), tag('P'))],
      content,
      annotations: [{ Subtype, Rect: rect }],
    });
    conformTags(document, accessible);
    expect(treeOf(document)).toBe(`Document[P[0] ${type}[@] P]`);
    const key = annotationOf(document).lookup(PDFName.of('StructParent'), PDFNumber).asNumber();
    expect(typeOf(parentOf(document, key))).toBe(type);
    expect(pageOf(document).get(PDFName.of('Tabs'))).toBe(PDFName.of('S'));
  });

  it('get an element around the reference of another one', () => {
    const document = taggedDocument({
      tree: [tag('P', 0)],
      content,
      annotations: [{ Subtype: 'Link', Rect: rect }],
    });
    const ref = pageOf(document).lookup(PDFName.of('Annots'), PDFArray).get(0);
    const element = firstTag(document, 'P');
    const reference = document.context.obj({ Type: 'OBJR', Obj: ref } as never);
    element.set(PDFName.of('K'), document.context.obj([0, reference] as never));
    conformTags(document, accessible);
    expect(treeOf(document)).toBe('P[0 Link[@]]');
  });

  it('are described: links by where they lead, fields by their names, others by their kind', () => {
    const described = (annotation: Record<string, unknown>): BuiltDocument => {
      const document = taggedDocument({ tree: [tag('P')], annotations: [{ Rect: rect, ...annotation }] });
      conformTags(document, accessible);
      return document;
    };
    const link = described({ Subtype: 'Link', A: { S: 'URI', URI: PDFString.of('https://example.org/') } });
    expect(textAt(annotationOf(link), 'Contents')).toBe('https://example.org/');
    const named = described({ Subtype: 'Link', Dest: PDFString.of('chapter') });
    expect(textAt(annotationOf(named), 'Contents')).toBe('chapter');
    const field = described({
      Subtype: 'Widget',
      T: PDFString.of('street'),
      Parent: { T: PDFString.of('home') },
    });
    expect(textAt(annotationOf(field), 'TU')).toBe('home.street');
    const mark = described({ Subtype: 'Highlight' });
    expect(textAt(firstTag(mark, 'Annot'), 'Alt')).toBe('Highlight');
    const comment = described({ Subtype: 'Text', Contents: PDFString.of('Why?') });
    expect(textAt(firstTag(comment, 'Annot'), 'Alt')).toBeUndefined();
  });

  it.each<[string, PDFString[], string]>([
    ['in place of an empty one', [PDFString.of(''), PDFString.of('')], 'How to fold a crane'],
    ['only if it has none', [PDFString.of('en'), PDFString.of('A crane is folded')], 'A crane is folded'],
  ])('describe the video that they play, %s', (_, stated, expected) => {
    const clip = { S: 'MCD', CT: PDFString.of('video/mp4'), Alt: stated };
    const document = taggedDocument({
      tree: [tag('P')],
      annotations: [
        {
          Subtype: 'Screen',
          Rect: rect,
          Contents: PDFString.of('How to fold a crane'),
          A: { S: 'Rendition', R: { S: 'MR', C: clip } },
        },
      ],
    });
    conformTags(document, accessible);
    const media = ['A', 'R', 'C'].reduce(
      (dict, key) => dict.lookup(PDFName.of(key), PDFDict),
      annotationOf(document),
    );
    const described = media.lookup(PDFName.of('Alt'), PDFArray);
    const text = described.lookup(1);
    expect(text instanceof PDFString || text instanceof PDFHexString ? text.decodeText() : '').toBe(expected);
  });
});

describe('the document', () => {
  it('is marked, and its title is shown', () => {
    const document = taggedDocument({ tree: [tag('P')] });
    conformTags(document, accessible);
    const flag = (holder: string, key: string) =>
      document.catalog.lookup(PDFName.of(holder), PDFDict).get(PDFName.of(key))?.toString();
    expect(flag('MarkInfo', 'Marked')).toBe('true');
    expect(flag('ViewerPreferences', 'DisplayDocTitle')).toBe('true');
  });

  it.each([
    [{ Lang: PDFString.of('en_GB') }, {}, 'en-GB'],
    [{ Lang: PDFString.of('no language') }, {}, undefined],
    [{ Lang: PDFString.of('en') }, { Language: PDFString.of('de-AT') }, 'de-AT'],
    [{}, { Language: PDFString.of('Deutsch, Österreich') }, undefined],
  ])('states its language: %o and %o', (catalog, information, language) => {
    const document = taggedDocument({ tree: [tag('P')], catalog });
    document.context.trailerInfo.Info = document.context.obj(information);
    conformTags(document, accessible);
    expect(textAt(document.catalog, 'Lang')).toBe(language);
  });

  it('takes the language of its outermost element', () => {
    const document = taggedDocument({
      tree: [{ ...tag('Document'), entries: { Lang: PDFString.of('fr') } }],
    });
    conformTags(document, accessible);
    expect(textAt(document.catalog, 'Lang')).toBe('fr');
  });

  it.each([
    ['report.pdf', undefined, 'report'],
    ['report.pdf', 'The year', 'The year'],
  ])('has the title of its metadata, else its file name', (fileName, stated, title) => {
    const document = taggedDocument({ tree: [tag('P')] });
    const { context } = document;
    if (stated !== undefined) context.trailerInfo.Info = context.obj({ Title: PDFString.of(stated) });
    conformTags(document, { pdfua: true, fileName });
    expect(textAt(context.lookup(context.trailerInfo.Info, PDFDict), 'Title')).toBe(title);
  });
});
