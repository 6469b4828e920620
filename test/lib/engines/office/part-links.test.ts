import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { LinkBudget } from '#lib/engines/office/link-budget.ts';
import { PartLinks, type PartVerdict } from '#lib/engines/office/part-links.ts';

/** The verdict on a part with that name; undefined if it stays unchanged. */
function verdictOf(name: string, content: Buffer | string, pieceLength = 4096): PartVerdict | undefined {
  let verdict: PartVerdict | undefined;
  const budgets = { relationships: new LinkBudget(), pictures: new LinkBudget(), contents: new LinkBudget() };
  const links = new PartLinks(name, 'ooxml', budgets, (reported) => {
    verdict = reported;
  });
  const bytes = Buffer.from(content);
  for (let at = 0; at < bytes.length; at += pieceLength) links.read(bytes.subarray(at, at + pieceLength));
  links.finish();
  return verdict;
}

/** The SVG without its links; undefined if it is dropped. */
function cleaned(svg: string | Buffer, pieceLength?: number): string | undefined {
  const bytes = Buffer.from(svg);
  const verdict = verdictOf('word/media/image1.svg', bytes, pieceLength);
  if (verdict?.kind === 'drop') return undefined;
  let text = bytes.toString('latin1');
  for (const { start, end, bytes: put } of verdict?.kind === 'splice' ? verdict.splices.toReversed() : []) {
    text = text.slice(0, start) + put.toString('latin1') + text.slice(end);
  }
  return Buffer.from(text, 'latin1').toString();
}

const svg = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${content}</svg>`;
const png = `data:image/png;base64,${Buffer.from('89504e470d0a1a0a00000000', 'hex').toString('base64')}`;

describe('SVG images', () => {
  it.each([
    ['xlink:href', '<image xlink:href="file:///a.png" width="1"/>', '<image width="1"/>'],
    ['href', `<image width="1" href='http://example.org/a.png'></image>`, '<image width="1"></image>'],
    ['other case', '<IMAGE XLINK:HREF="a.png"/>', '<IMAGE/>'],
    ['the svg prefix', '<svg:image xlink:href="a.png"/>', '<svg:image/>'],
    ['character references', '<image xlink:href="&#x66;ile:///a.png"/>', '<image/>'],
    ['another SVG', `<image xlink:href="data:image/svg+xml;base64,PHN2Zz4="/>`, '<image/>'],
    ['another SVG, called PNG', `<image xlink:href="data:image/png;base64,PHN2Zz4="/>`, '<image/>'],
    ['a filter', '<feImage xlink:href="a.png"/>', '<feImage/>'],
    ['a part of another file', '<use xlink:href="a.svg#b"/>', '<use/>'],
  ])('lose the references that they would fetch: %s', (_, before, after) => {
    for (const pieceLength of [1, 5, 4096]) expect(cleaned(svg(before), pieceLength)).toBe(svg(after));
  });

  it.each([
    ['places in themselves', '<use xlink:href="#b"/><rect fill="url(#c)"/>'],
    ['pixel pictures in them', `<image xlink:href="${png}"/>`],
    ['hyperlinks', '<a xlink:href="https://example.org"><text>t</text></a>'],
    ['comments and text', '<!-- <image xlink:href="a.png"/> --><text>href="a"</text>'],
  ])('keep %s', (_, content) => {
    expect(verdictOf('word/media/image1.svg', svg(content))).toBeUndefined();
  });

  it('can declare text entities, and are dropped when a declaration can hide a link', () => {
    const drawn = `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd" [\n<!ENTITY ns_svg "http://www.w3.org/2000/svg">\n]>${svg('<image href="&ns_svg;"/>')}`;
    expect(cleaned(drawn)).toBe(drawn.replace(' href="&ns_svg;"', ''));
    for (const declaration of [
      `<!ENTITY e '<image href="a.png"/>'>`,
      '<!ENTITY % e SYSTEM "a.dtd"> %e;',
      '<!ENTITY e SYSTEM "file:///etc/passwd">',
      '<!ENTITY e "&#60;image/>">',
      '<!ATTLIST image href CDATA "a.png">',
    ]) {
      expect(cleaned(`<!DOCTYPE svg [${declaration}]>${svg('&e;')}`)).toBeUndefined();
    }
  });

  it.each([
    ['of an encoding that hides markup', `<?xml version="1.0" encoding="utf-7"?>${svg('')}`],
    ['of such an encoding behind a mark', `\ufeff<?xml version="1.0" encoding="utf-7"?>${svg('')}`],
    ['with broken markup', '<svg><image '],
    ['with no element at all', '<!-- <svg '],
    ['with more links than any picture has', svg('<image href="a"/>'.repeat(100_001))],
    ['with more attributes than any tag has', svg(`<image ${'a="" '.repeat(1001)}/>`)],
    ['with a tag that is too long', svg(`<image a="${'a'.repeat(9_000_000)}"/>`)],
    ['that are too large to look through', svg(' '.repeat(65 * 1024 * 1024))],
    ['compressed', gzipSync(svg(''))],
  ])('are dropped %s', (_, content) => {
    expect(verdictOf('word/media/image1.svg', content)).toEqual({ kind: 'drop' });
  });
});

describe('parts', () => {
  it('are SVG by content, not by name', () => {
    expect(verdictOf('word/media/image1.png', svg('<image href="a.png"/>'))).toMatchObject({
      kind: 'splice',
    });
    expect(verdictOf('word/document.xml', '<w:document><a href="svg"/></w:document>')).toBeUndefined();
  });

  it('are packages by their first bytes', () => {
    expect(verdictOf('word/chunk.bin', 'PK\x03\x04')).toEqual({ kind: 'package' });
  });

  it('stay if they are compressed metafiles, which contain no references', () => {
    const emf = Buffer.alloc(100);
    emf.writeUInt32LE(1, 0);
    emf.write(' EMF', 40, 'latin1');
    expect(verdictOf('word/media/image1.emz', gzipSync(emf))).toBeUndefined();
    const wmf = Buffer.from('d7cdc69a0000000000000000', 'hex');
    expect(verdictOf('word/media/image1.wmz', gzipSync(wmf))).toBeUndefined();
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    expect(verdictOf('word/media/image1.emz', bomb, bomb.length)).toEqual({ kind: 'drop' });
    expect(verdictOf('word/media/image1.emz', Buffer.from('1f8b00', 'hex'))).toEqual({ kind: 'drop' });
  });
});
