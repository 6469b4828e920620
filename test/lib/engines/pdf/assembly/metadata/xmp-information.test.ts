import { describe, expect, it } from 'vitest';
import { pdfDate, xmpOf } from '#lib/engines/pdf/assembly/metadata/xmp.ts';
import { informationInXmp } from '#lib/engines/pdf/assembly/metadata/xmp-information.ts';

const namespaces =
  'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"';

const packet = (description: string) =>
  `<?xpacket begin="\uFEFF"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${description}</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;

const described = (properties: string) =>
  packet(`<rdf:Description rdf:about="" ${namespaces}>${properties}</rdf:Description>`);

const read = (xmp: string | Uint8Array) => Object.fromEntries(informationInXmp(Buffer.from(xmp)));

describe('informationInXmp', () => {
  it('reads what xmpOf writes', () => {
    const texts = {
      Title: 'A & <b>',
      Author: 'Ada',
      Subject: 'Größe',
      Keywords: 'a, b',
      Creator: 'Word',
      Producer: 'P',
    };
    const dates = { CreationDate: 'D:20261122101500Z', ModDate: "D:20261122101500+01'00'" };
    expect(read(xmpOf(new Map(Object.entries({ ...texts, ...dates }))))).toEqual({
      ...texts,
      CreationDate: '2026-11-22T10:15:00Z',
      ModDate: '2026-11-22T10:15:00+01:00',
    });
  });

  it('reads attributes, in either quotes', () => {
    const xmp = packet(`<rdf:Description ${namespaces} pdf:Producer = 'P "1"' xmp:CreatorTool="a > b"/>`);
    expect(read(xmp)).toEqual({ Producer: 'P "1"', Creator: 'a > b' });
  });

  it('reads any prefix of a namespace', () => {
    const own = namespaces.replace('xmlns:pdf', 'xmlns:own');
    expect(read(packet(`<rdf:Description ${own}><own:Keywords>k</own:Keywords></rdf:Description>`))).toEqual({
      Keywords: 'k',
    });
  });

  it.each([
    [
      'the default language',
      '<rdf:Alt><rdf:li xml:lang="de">D</rdf:li><rdf:li xml:lang="x-default">X</rdf:li></rdf:Alt>',
      'X',
    ],
    [
      'the first language without a default',
      '<rdf:Alt><rdf:li xml:lang="de">D</rdf:li><rdf:li>E</rdf:li></rdf:Alt>',
      'D',
    ],
    ['all items of an array', '<rdf:Seq><rdf:li>A</rdf:li><rdf:li> B </rdf:li></rdf:Seq>', 'A; B'],
    ['a simple value', ' plain\n', 'plain'],
    ['references to characters', 'a&#233;&#xE9;&quot;&unknown;&#0;&#x110000;', 'aéé"&unknown;'],
    ['sections of characters', 'a<![CDATA[<b>&amp;]]><!-- <c> -->d', 'a<b>&amp;d'],
  ])('reads %s', (_, value, expected) => {
    expect(read(described(`<dc:title>${value}</dc:title>`))).toEqual({ Title: expected });
  });

  it('ignores properties of other resources and namespaces', () => {
    const nested = `<xmp:Pantry><rdf:Bag><rdf:li><rdf:Description><dc:title>Other</dc:title></rdf:Description></rdf:li></rdf:Bag></xmp:Pantry>`;
    const foreign = '<my:title xmlns:my="urn:my">Foreign</my:title><title>None</title>';
    expect(read(`<dc:title ${namespaces}>Outside</dc:title>${described(nested + foreign)}`)).toEqual({});
  });

  it.each(['utf-16be', 'utf-16le'])('reads %s, with and without a byte order mark', (encoding) => {
    const xmp = described('<pdf:Keywords>Größe</pdf:Keywords>');
    for (const text of [xmp, `\uFEFF${xmp}`]) {
      const bytes = Buffer.from(text, 'utf16le');
      expect(read(encoding === 'utf-16be' ? bytes.swap16() : bytes)).toEqual({ Keywords: 'Größe' });
    }
  });

  it('replaces bytes of another encoding', () => {
    const xmp = Buffer.from(described('<pdf:Keywords>Größe</pdf:Keywords>'), 'latin1');
    expect(read(xmp)).toEqual({ Keywords: 'Gr\uFFFD\uFFFDe' });
  });

  describe('of hostile XMP', () => {
    const title = '<dc:title>T</dc:title>';

    it('expands no entities and reads no document type definition', () => {
      const entities = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b SYSTEM "file:///etc/passwd">]>';
      expect(read(entities + described(title))).toEqual({});
      expect(read(described(`${title}<pdf:Keywords>&a;&b;</pdf:Keywords>`))).toEqual({
        Title: 'T',
        Keywords: '&a;&b;',
      });
    });

    it.each(['<', '<!-- ', '<![CDATA[', '<?', '<a b="', "<a b='", '<pdf:Keywords>', '</', '<!ELEMENT a>'])(
      'keeps what precedes %s without an end',
      (rest) => {
        const [before = ''] = described(title).split('</rdf:Description>');
        expect(read(before + rest)).toEqual({ Title: 'T' });
      },
    );

    const repeated = (text: string) => text.repeat(Math.ceil(4_000_000 / text.length));

    it.each([
      '<rdf:Description>',
      '</rdf:Description>',
      '<dc:title>',
      '<dc:title><rdf:Alt><rdf:li>',
      '<a',
      '<!--',
      '<a b="',
      `<a b="'`,
      ' a="b"',
      '&#',
      '=',
      ' ',
      ' xmlns:a="http://purl.org/dc/elements/1.1/"',
    ])('takes little time for many %j', (text) => {
      const started = process.cpuUsage();
      read(described(title + repeated(text)));
      read(packet(`<rdf:Description ${repeated(text)}>`));
      const { user } = process.cpuUsage(started);
      expect(user / 1e6).toBeLessThan(3);
    });

    it('reads the first megabytes of a large packet', () => {
      const xmp = described(title + ' '.repeat(50_000_000) + '<pdf:Keywords>k</pdf:Keywords>');
      expect(read(xmp)).toEqual({ Title: 'T' });
    });
  });
});

describe('pdfDate', () => {
  it.each([
    ['2026', 'D:2026'],
    ['2026-11-22', 'D:20261122'],
    ['2026-11-22T10:15Z', 'D:202611221015Z'],
    ['2026-11-22T10:15:00.123+01:00', "D:20261122101500+01'00"],
    ['yesterday', undefined],
  ])('of %s is %s', (date, expected) => {
    expect(pdfDate(date)).toBe(expected);
  });
});
