import { PDFDict, PDFName, PDFStream } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { conformTags } from '#lib/engines/pdf/conformance/tags/conform-tags.ts';
import { contentOf, tag, taggedDocument, treeOf } from '../../../../../support/tagged-document.ts';

const accessible = { pdfua: true };

/** What becomes of content: its operators in one line, the tree, and the messages. */
function marked(content: string, forms: Record<string, string> = {}) {
  const document = taggedDocument({ tree: [tag('Document', tag('P', 0))], content, forms });
  const { warnings } = conformTags(document, accessible);
  return {
    document,
    content: contentOf(document).replaceAll(/\s+/g, ' ').trim(),
    tree: treeOf(document),
    warnings,
  };
}

describe('content without marks', () => {
  it('becomes an artifact if it is lines, areas or pictures', () => {
    const { content } = marked('0 0 9 9 re f q /X Do Q /P <</MCID 0>> BDC 1 1 5 5 re S EMC 0 0 m 9 9 l S');
    expect(content).toBe(
      '/Artifact BMC 0 0 9 9 re f EMC q /Artifact BMC /X Do EMC Q /P <</MCID 0>> BDC 1 1 5 5 re S EMC /Artifact BMC 0 0 m 9 9 l S EMC',
    );
  });

  it('stays as it is if it only clips', () => {
    const content = '0 0 9 9 re W n /P <</MCID 0>> BDC f EMC';
    expect(marked(content).content).toBe(content);
  });

  it('becomes an artifact if it is text that can be anywhere on the page, with a warning', () => {
    const { content, tree, warnings } = marked('/P <</MCID 0>> BDC BT (x) Tj ET EMC BT (7) Tj ET');
    expect(content).toContain('BT /Artifact <</Type/Pagination>> BDC (7) Tj EMC ET');
    expect(tree).toBe('Document[P[0]]');
    expect(warnings).toMatchObject([{ message: expect.stringContaining('(page 1)') as string }]);
  });

  it('becomes a part of the structure if it is text in a part of the page', () => {
    const clipped = (text: string, y: number) => `q 9 9 50 50 re W n BT 1 0 0 1 5 ${y} Tm (${text}) Tj ET Q`;
    const first = '/P <</MCID 0>> BDC BT 1 0 0 1 5 700 Tm (x) Tj ET EMC';
    const { content, tree, warnings } = marked(
      [first, clipped('a', 500), clipped('b', 30), clipped('c', 30), clipped('d', 10)].join(' '),
    );
    expect(tree).toBe('Document[P[0] P[1] P[2 3] P[4]]');
    expect(content).toContain('/Span <</MCID 4>> BDC (d) Tj EMC');
    expect(warnings).toEqual([]);
  });

  it('is found within other marked content', () => {
    expect(marked('/OC /L BDC 0 0 9 9 re f EMC').content).toBe(
      '/OC /L BDC /Artifact BMC 0 0 9 9 re f EMC EMC',
    );
  });
});

describe('marks', () => {
  it('that lead to no element become artifacts', () => {
    expect(marked('/P <</MCID 5>> BDC 0 0 9 9 re f EMC').content).toBe('/Artifact BMC 0 0 9 9 re f EMC');
  });

  it('do not have artifacts in elements, nor elements in artifacts', () => {
    expect(marked('/P <</MCID 0>> BDC /Artifact BMC f EMC EMC').content).toBe(
      '/P <</MCID 0>> BDC /Span BMC f EMC EMC',
    );
    expect(marked('/Artifact BMC /P <</MCID 0>> BDC f EMC EMC').content).toBe(
      '/Artifact BMC /Span BMC f EMC EMC',
    );
  });

  it('are balanced', () => {
    expect(marked('EMC /P <</MCID 0>> BDC f').content).toBe('/P <</MCID 0>> BDC f EMC');
  });

  it('skip strings, dictionaries and inline images', () => {
    const content = '/P <</MCID 0 /T (EMC) /A [ /f ]>> BDC (f EMC) Tj BI /W 1 ID EMC f EI EMC';
    expect(marked(content).content).toBe(content);
  });

  it('stay as they are in content that does not end', () => {
    const content = '0 0 9 9 re f (never closed';
    expect(marked(content).content).toBe(content);
  });
});

it('draws a form with tags once, and copies without tags elsewhere', () => {
  const document = taggedDocument({
    tree: [tag('P')],
    content: '/F Do /F Do',
    forms: { F: '/P <</MCID 0>> BDC BT (x) Tj ET EMC' },
  });
  const [page] = document.pages;
  const form = document.context.lookup(page, PDFDict).lookup(PDFName.of('Resources'), PDFDict);
  const ref = form.lookup(PDFName.of('XObject'), PDFDict).get(PDFName.of('F'));
  document.context.lookup(ref, PDFStream).dict.set(PDFName.of('StructParents'), document.context.obj(0));
  const [element] = [...document.context.enumerateIndirectObjects()]
    .map(([, object]) => object)
    .filter((object) => object instanceof PDFDict && object.get(PDFName.of('S')) === PDFName.of('P'));
  const content = document.context.obj({ Type: 'MCR', MCID: 0, Pg: page, Stm: ref });
  (element as PDFDict).set(PDFName.of('K'), content);
  conformTags(document, accessible);
  expect(contentOf(document).replaceAll(/\s+/g, ' ').trim()).toMatch(
    /^\/F Do \/Artifact BMC \/Overlay\d+ Do EMC$/,
  );
});
