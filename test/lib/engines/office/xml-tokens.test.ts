import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FormatError } from '#lib/base/random-access.ts';
import { attributesOf, type XmlTag, XmlTagReader } from '#lib/engines/office/xml-tokens.ts';

function tagsOf(...pieces: string[]): XmlTag[] {
  const reader = new XmlTagReader();
  const tags = pieces.flatMap((piece) => [...reader.read(piece)]);
  reader.finish();
  return tags;
}

const xml =
  '<?xml version="1.0"?><!-- <no> --><a:b c="1 > 0" d=\'"<\'>text<![CDATA[<no/>]]><e/><f\n g = "h"  /></a:b>\n';

describe('XML tags', () => {
  it('are found between comments, text and CDATA sections', () => {
    expect(tagsOf(xml).map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'open a:b',
      'empty e',
      'empty f',
      'close a:b',
    ]);
  });

  it('have correct offsets, wherever the text is split', () => {
    const whole = tagsOf(xml);
    for (const { start, end, text } of whole) expect(xml.slice(start, end)).toBe(text);
    fc.assert(
      fc.property(fc.array(fc.nat(xml.length), { maxLength: 20 }), (cuts) => {
        const places = [0, ...cuts.toSorted((one, other) => one - other), xml.length];
        const pieces = places.slice(1).map((place, index) => xml.slice(places[index], place));
        expect(tagsOf(...pieces)).toEqual(whole);
      }),
    );
  });

  it('have attributes, with references resolved and their offsets', () => {
    const [tag] = tagsOf(`<a b='"' c:d = "&lt;&#65;&#x42;&amp;lt;&unknown;&#x110000;" e=""/>`);
    const attributes = attributesOf(tag ?? expect.fail('no tag'));
    expect(attributes.map(({ name, value }) => [name, value])).toEqual([
      ['b', '"'],
      ['c:d', '<AB&lt;&unknown;&#x110000;'],
      ['e', ''],
    ]);
    expect(attributes.map(({ start, end }) => tag?.text.slice(start, end))).toEqual([
      ` b='"'`,
      ' c:d = "&lt;&#65;&#x42;&amp;lt;&unknown;&#x110000;"',
      ' e=""',
    ]);
  });

  it.each(['<a', '<a b="', '<!-- ', '<![CDATA[ ]]', '<!DOCTYPE a><a/>', '<!', '<>', '</>', '<!ELEMENT a>'])(
    '%j is rejected',
    (broken) => {
      expect(() => tagsOf(broken)).toThrow(FormatError);
    },
  );

  it('of unlimited length are rejected, text and comments of any length are not', () => {
    const megabyte = ' '.repeat(1024 * 1024);
    const reader = new XmlTagReader();
    expect(() => ['<a ', megabyte, megabyte].forEach((piece) => [...reader.read(piece)])).toThrow('too long');
    expect(tagsOf('<a>', megabyte, '<!--', megabyte, megabyte, '--></a>')).toHaveLength(2);
  });
});
