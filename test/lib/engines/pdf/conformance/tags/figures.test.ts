import { PDFDict, PDFName, PDFStream, PDFString } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { conformTags } from '#lib/engines/pdf/conformance/tags/conform-tags.ts';
import type { ConformanceTarget } from '#lib/engines/pdf/conformance/target.ts';
import {
  contentOf,
  firstTag,
  tag,
  taggedDocument,
  type TagNode,
  treeOf,
} from '../../../../../support/tagged-document.ts';

const rejecting: ConformanceTarget = { pdfua: true };
const hiding: ConformanceTarget = { pdfua: true, undescribedFigures: 'artifact' };

const picture = (mcid: number): string => `/Figure <</MCID ${mcid}>> BDC 0 0 9 9 re f EMC`;
const text = (mcid: number): string => `/P <</MCID ${mcid}>> BDC BT (x) Tj ET EMC`;
const described = (...kids: (TagNode | number)[]): TagNode => ({
  ...tag('Figure', ...kids),
  entries: { Alt: PDFString.of('A chart') },
});

describe('figures without a description', () => {
  it('stay, and their pages are reported', () => {
    const document = taggedDocument({ tree: [tag('P', 0), tag('Figure', 1)], content: text(0) + picture(1) });
    expect(conformTags(document, rejecting)).toEqual({ warnings: [], undescribed: [1] });
    expect(treeOf(document)).toBe('P[0] Figure[1]');
  });

  it('become artifacts if the request declares that they are decoration', () => {
    const content = [text(0), picture(1), picture(2)].join('\n');
    const document = taggedDocument({ tree: [tag('P', 0, tag('Figure', 1)), described(2)], content });
    const { warnings, undescribed } = conformTags(document, hiding);
    expect(undescribed).toEqual([]);
    expect(warnings).toEqual([
      {
        code: 'figures-hidden',
        message: 'A figure without a description is hidden from assistive technology (page 1).',
      },
    ]);
    expect(treeOf(document)).toBe('P[0] Figure[2]');
    expect(contentOf(document)).toContain('/Artifact BMC\n 0 0 9 9 re f EMC\n/Figure <</MCID 2>> BDC');
  });

  it('keep the text that they have, also that of forms, and their links', () => {
    const drawn = '/Figure <</MCID 2>> BDC /Label Do EMC /Figure <</MCID 3>> BDC /Line Do EMC';
    const document = taggedDocument({
      tree: [tag('Figure', 0, 1), tag('P', tag('Figure', 2, 3)), tag('Figure', 4, tag('Link', 5))],
      content: [picture(0), text(1), drawn, picture(4), text(5)].join('\n'),
      forms: { Label: 'BT (x) Tj ET', Line: '0 0 m 9 9 l S' },
    });
    const { warnings } = conformTags(document, hiding);
    expect(treeOf(document)).toBe('P[1] P[Span[2]] Div[Link[5]]');
    expect(warnings).toMatchObject([
      { message: expect.stringMatching(/^3 figures.*Their text is not hidden/) as string },
    ]);
  });

  it('can be in each other, and can be described within', () => {
    const content = [picture(0), picture(1), picture(2), picture(3)].join('\n');
    const document = taggedDocument({
      tree: [tag('Figure', 0, tag('Figure', 1)), tag('Figure', 2, described(3))],
      content,
    });
    conformTags(document, hiding);
    expect(treeOf(document)).toBe('Div[Figure[3]]');
  });

  it('count as described by an empty text as little as by none', () => {
    const empty = { ...tag('Figure', 0), entries: { Alt: PDFString.of('') } };
    const document = taggedDocument({ tree: [tag('P', empty)], content: picture(0) });
    conformTags(document, hiding);
    expect(treeOf(document)).toBe('P');
  });

  it('stay text where the content cannot be read', () => {
    const document = taggedDocument({ tree: [tag('Figure', 0)], content: `${picture(0)} (not closed` });
    conformTags(document, hiding);
    expect(treeOf(document)).toBe('P[0]');
  });

  it('are found in forms that draw themselves', () => {
    const document = taggedDocument({
      tree: [tag('P', 1), tag('Figure', 0)],
      content: `/Figure <</MCID 0>> BDC /A Do EMC ${text(1)}`,
      forms: { A: '/A Do' },
    });
    const { context, pages } = document;
    const resources = context.lookup(pages[0], PDFDict).lookup(PDFName.of('Resources'), PDFDict);
    const form = resources.lookup(PDFName.of('XObject'), PDFDict).lookup(PDFName.of('A'), PDFStream);
    form.dict.set(PDFName.of('Resources'), resources);
    conformTags(document, hiding);
    expect(treeOf(document)).toBe('P[1]');
  });

  it('take time in proportion to their number, also in one element and deep in each other', () => {
    const count = 5_000;
    const flat = Array.from({ length: count }, (_, mcid) => tag('Figure', mcid));
    let deep = tag('Figure', 0);
    for (let depth = 1; depth < 1_000; depth += 1) deep = tag('Figure', deep, depth);
    const content = Array.from({ length: count }, (_, mcid) => picture(mcid)).join('\n');
    for (const tree of [[tag('P', ...flat)], [deep]]) {
      const document = taggedDocument({ tree, content });
      const before = process.cpuUsage();
      conformTags(document, hiding);
      expect(process.cpuUsage(before).user / 1000).toBeLessThan(3_000);
      expect(treeOf(document)).not.toContain('Figure');
    }
  });

  it('are no matter of PDF/A', () => {
    const document = taggedDocument({ tree: [tag('Figure', 0)], content: picture(0) });
    conformTags(document, { pdfa: '2a', pdfua: false });
    expect(firstTag(document, 'Figure')).toBeDefined();
  });
});
