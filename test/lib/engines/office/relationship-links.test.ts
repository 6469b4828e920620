import { describe, expect, it } from 'vitest';
import { LinkBudget } from '#lib/engines/office/link-budget.ts';
import { spliced } from '#lib/engines/office/part-splices.ts';
import { RelationshipLinks } from '#lib/engines/office/relationship-links.ts';

const types = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const part = (relationships: string): string =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relationships}</Relationships>`;
const relationship = (attributes: string, type = 'image'): string =>
  `<Relationship Id="rId1" Type="${types}/${type}" ${attributes}/>`;

/** The part without its links, read in pieces of `pieceLength` bytes. */
async function cleaned(bytes: Buffer, pieceLength = bytes.length): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += pieceLength) pieces.push(bytes.subarray(at, at + pieceLength));
  const links = new RelationshipLinks(new LinkBudget());
  for (const piece of pieces) links.read(piece);
  links.finish();
  // eslint-disable-next-line @typescript-eslint/require-await
  const source = (async function* () {
    yield* pieces;
  })();
  const result: Buffer[] = [];
  for await (const piece of spliced(source, links.splices)) result.push(piece);
  return Buffer.concat(result);
}

const cleanedText = async (xml: string): Promise<string> => (await cleaned(Buffer.from(xml))).toString();

describe('relationships that lead out of a document', () => {
  it.each([
    ['a web address', 'Target="http://example.org/a.png" TargetMode="External"'],
    ['a file', 'Target="file:///etc/passwd" TargetMode="External"'],
    ['a relative path', 'Target="../../other.png" TargetMode="External"'],
    ['another order and other quotes', `TargetMode = 'External'\n\tTarget='a.png' `],
    ['a mode in another case', 'Target="a.png" TargetMode="EXTERNAL"'],
    ['letters whose bytes look like spaces', 'àb="" Target="a.png" TargetMode="External"'],
    ['a mode that is none', 'Target="a.png" TargetMode="Elsewhere"'],
    ['character references', 'Target="a.png" TargetMode="&#69;xtern&#x61;l"'],
    ['no mode and a web address', 'Target="https://example.org/a.png"'],
    ['no mode and a scheme in capitals', 'Target="FILE:///etc/passwd"'],
    ['no mode and a drive', 'Target="C:\\secret.png"'],
    ['a mode that lies', 'Target="file:///etc/passwd" TargetMode="Internal"'],
    ['no mode and a UNC path', 'Target="\\\\server\\share\\a.png"'],
    ['no mode and a network path', 'Target="//server/a.png"'],
    ['no mode and percent-encoding', 'Target="%66ile%3A///etc/passwd"'],
    ['no mode and white space', 'Target=" \nfile:///etc/passwd"'],
    ['no mode and any other scheme', 'Target="vnd.sun.star.expand:$HOME"'],
  ])('are removed: %s', async (_, attributes) => {
    expect(await cleanedText(part(relationship(attributes)))).toBe(part(''));
  });

  it('are removed with their end tags, prefixes and adjacent comments, and nothing else is', async () => {
    const inner = relationship('Target="media/a.png"');
    const xml = (what: string): string =>
      `<x:Relationships xmlns:x="p"><!-- <x:Relationship TargetMode="External"/> -->${what}${inner}</x:Relationships>`;
    const outer = '<x:Relationship Id="r" Type="t" Target="a" TargetMode="External"> </x:Relationship>';
    expect(await cleanedText(xml(outer))).toBe(xml(''));
  });

  it.each(['utf16le', 'utf16be', 'utf8'] as const)('are found in %s, however split', async (encoding) => {
    const encode = (xml: string): Buffer => {
      if (encoding === 'utf8') return Buffer.from(`\ufeff${xml}`);
      const bytes = Buffer.from(`\ufeff${xml}`, 'utf16le');
      return encoding === 'utf16be' ? bytes.swap16() : bytes;
    };
    const before = `<!-- ä\u4e2d -->${relationship('Target="media/ü.png"')}`;
    const outer = relationship('Target="http://example.org/\u4e2d.png" TargetMode="External"');
    const bytes = encode(part(before + outer + before));
    for (const length of [1, 7, 64, bytes.length]) {
      expect(await cleaned(bytes, length)).toEqual(encode(part(before + before)));
    }
  });

  it('stay if they are hyperlinks that a browser or mail program opens', async () => {
    const strict = 'http://purl.oclc.org/ooxml/officeDocument/relationships/hyperlink';
    const xml = part(
      ['https://example.org/?a=1&amp;b=2', 'mailto:a@example.org', '#Sheet2!A1', 'ftp://example.org']
        .map((target) => relationship(`Target="${target}" TargetMode="External"`, 'hyperlink'))
        .join('') +
        `<Relationship Id="r" Type="${strict}" Target="http://example.org" TargetMode="External"/>`,
    );
    expect(await cleanedText(xml)).toBe(xml);
  });

  it.each(['file:///etc/passwd', '../other.docx', 'C:\\other.docx', '\\\\server\\a.docx'])(
    'are removed if they are hyperlinks to files: %s, since an image may use one',
    async (target) => {
      const xml = part(relationship(`Target="${target}" TargetMode="External"`, 'hyperlink'));
      expect(await cleanedText(xml)).toBe(part(''));
    },
  );

  it('of workbooks keep a distinct address that leads nowhere', async () => {
    const book = (target: string): string =>
      relationship(`Target="${target}" TargetMode="External"`, 'externalLinkPath');
    const found = await cleanedText(part(book('a.xlsx') + book('file:///b.xlsx') + book('a.xlsx')));
    const targets = [...found.matchAll(/Target="([^"]*)" TargetMode="External"/g)].map(
      ([, target]) => target,
    );
    expect(targets).toEqual(Array(3).fill(expect.stringMatching(/^urn:not-opened:[0-9a-f]{32}$/)));
    expect(targets[0]).toBe(targets[2]);
    expect(targets[0]).not.toBe(targets[1]);
  });

  it('to parts inside stay unchanged', async () => {
    const xml = part(
      ['media/a.png', '/word/a.xml', '../a%20b.xml', 'NULL', 'a:b.xml'.replace(':', '%2A'), '#_top']
        .map((target) => relationship(`Target="${target}"`))
        .join('') + relationship('Target="a.png" TargetMode="Internal"'),
    );
    expect(await cleanedText(xml)).toBe(xml);
  });

  it.each([
    ['a document type declaration', `<!DOCTYPE r [<!ENTITY e "External">]>${part('')}`],
    ['an encoding that hides markup', `<?xml version="1.0" encoding="utf-7"?>${part('')}`],
    ['an end inside a tag', part('').slice(0, -3)],
    [
      'relationships in relationships',
      part(relationship('Target="//a"').replace('/>', `>${relationship('Target="//b"')}</Relationship>`)),
    ],
    ['attributes that cannot be read', part(relationship('Target="a"TargetMode="External"'))],
    ['more links than are looked at', part(relationship('Target="//a"').repeat(100_001))],
  ])('are not searched after %s: that is damage', async (_, xml) => {
    await expect(cleanedText(xml)).rejects.toMatchObject({ name: 'FormatError' });
  });
});
