import { describe, expect, it } from 'vitest';
import { LinkBudget } from '#lib/engines/office/link-budget.ts';
import { ContentLinks, isInDocument, isInPackage } from '#lib/engines/office/odf/content-links.ts';

/** `content` of a document without its links. */
function cleaned(content: string, encoding: 'utf8' | 'utf16le' = 'utf8', staysInside = isInPackage): string {
  const bytes = Buffer.from(`<?xml version="1.0"?><a>${content}</a>`, encoding);
  const links = new ContentLinks(new LinkBudget(), staysInside);
  for (let at = 0; at < bytes.length; at += 5) links.read(bytes.subarray(at, at + 5));
  links.finish();
  const pieces: Buffer[] = [];
  let done = 0;
  for (const { start, end } of links.splices) {
    pieces.push(bytes.subarray(done, start));
    done = end;
  }
  pieces.push(bytes.subarray(done));
  return /<a>([^]*)<\/a>/.exec(Buffer.concat(pieces).toString(encoding))?.[1] ?? '';
}

describe('references that lead out of OpenDocument content', () => {
  it.each([
    'file:///etc/passwd',
    'http://example.com/a.png',
    'HTTP&#58;//example.com',
    '/etc/passwd',
    '//server/share',
    '\\\\server\\share',
    '../a.png',
    'Pictures/../../a.png',
    '%2e%2e/a.png',
    'file%3a///a',
    'vnd.sun.star.script:A?language=Basic',
  ])('are removed with their attribute: %s', (target) => {
    for (const encoding of ['utf8', 'utf16le'] as const) {
      expect(cleaned(`<draw:image y="1" xlink:href='${target}' x="2"/>`, encoding)).toBe(
        '<draw:image y="1" x="2"/>',
      );
    }
    expect(cleaned(`<i xforms:src="${target}"></i>`)).toBe('<i></i>');
    expect(cleaned(`<c form:image-data="${target}"/>`)).toBe('<c/>');
  });

  it.each(['Pictures/1.png', './Object 1', '#Slide 2', '#Sheet1.A1', ''])(
    'stay within a package: %s',
    (target) => {
      const image = `<draw:image xlink:href="${target}"/>`;
      expect(cleaned(image)).toBe(image);
    },
  );

  it('in a single file, only references into it stay', () => {
    expect(isInDocument('#a')).toBe(true);
    expect(isInDocument('')).toBe(true);
    expect(isInDocument('Pictures/1.png')).toBe(false);
    expect(cleaned('<i xlink:href="a.png"/>', 'utf8', isInDocument)).toBe('<i/>');
  });

  it('hyperlinks stay if a browser or mail program opens them', () => {
    for (const target of ['https://example.com', 'mailto:a@example.com', '#there']) {
      const link = `<text:a xlink:href="${target}">text</text:a>`;
      expect(cleaned(link)).toBe(link);
    }
    expect(cleaned('<text:a xlink:href="file:///a.odt">text</text:a>')).toBe('<text:a>text</text:a>');
    expect(cleaned('<text:a xlink:href="other.odt">text</text:a>')).toBe('<text:a>text</text:a>');
  });

  it('databases and sources of other programs are removed', () => {
    expect(
      cleaned(
        '<f form:datasource="a" form:name="f"/><o office:dde-application="soffice" office:dde-topic="t" office:dde-item="i"/>',
      ),
    ).toBe('<f form:name="f"/><o/>');
  });

  it('scripts and settings that name files are removed', () => {
    expect(cleaned('<office:scripts/>a<office:scripts><x><office:scripts/></x></office:scripts>b')).toBe(
      'ab',
    );
    expect(
      cleaned(
        '<c:config-item c:name="BitmapTableURL">/a</c:config-item><c:config-item c:name="Zoom">9</c:config-item>',
      ),
    ).toBe('<c:config-item c:name="Zoom">9</c:config-item>');
  });

  it('text, comments and CDATA that only look like references stay', () => {
    const content = '<p>href="file:///a"</p><!-- <i href="/a"/> --><![CDATA[<i href="/a"/>]]>';
    expect(cleaned(content)).toBe(content);
  });
});

it('XML that ends in an element to remove, or with a document type, is damaged', () => {
  const read = (xml: string) => () => {
    const links = new ContentLinks(new LinkBudget(), isInPackage);
    links.read(Buffer.from(xml));
    links.finish();
  };
  expect(read('<a><office:scripts>')).toThrow('XML ends inside an element');
  expect(read('<!DOCTYPE a><a/>')).toThrow('document type declaration');
});
