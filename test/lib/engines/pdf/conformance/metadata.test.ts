import { PDFDict, PDFHexString, PDFName, type PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { at, conformed, packetOf } from '../../../../support/conform.ts';
import { newPdf } from '../../../../support/pdf-features.ts';

const withXmp = async (properties: string, namespaces = ''): Promise<PDFDocument> => {
  const document = await newPdf('1');
  const packet = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" ${namespaces}>
${properties}</rdf:Description></rdf:RDF></x:xmpmeta>`;
  const stream = document.context.flateStream(packet, { Type: 'Metadata', Subtype: 'XML' });
  document.catalog.set(PDFName.of('Metadata'), document.context.register(stream));
  return document;
};

describe('metadata', () => {
  it.each([
    ['1b', '<pdfaid:part>1<', '<pdfaid:conformance>B<'],
    ['2u', '<pdfaid:part>2<', '<pdfaid:conformance>U<'],
    ['3a', '<pdfaid:part>3<', '<pdfaid:conformance>A<'],
  ] as const)('declare PDF/A-%s, without a filter', async (level, ...declarations) => {
    const result = await conformed(await newPdf('1'), level);
    for (const declaration of declarations) expect(packetOf(result)).toContain(declaration);
    expect(at(result.catalog, 'Metadata', 'Filter')).toBeUndefined();
  });

  it('declare PDF/UA-1 alone', async () => {
    const packet = packetOf(await conformed(await newPdf('1'), 'ua1'));
    expect(packet).toContain('<pdfuaid:part>1<');
    expect(packet).not.toContain('pdfaid');
  });

  it('agree with the document information, in which dates are written anew', async () => {
    const document = await newPdf('1');
    document.setTitle('A & B');
    document.setAuthor('Ada');
    const information = document.context.lookup(document.context.trailerInfo.Info, PDFDict);
    information.set(PDFName.of('CreationDate'), PDFHexString.fromText("D:20240102030405+01'00'"));
    information.set(PDFName.of('ModDate'), PDFHexString.fromText('D:20241399'));
    const result = await conformed(document, '1b');
    const packet = packetOf(result);
    expect(packet).toContain('<rdf:li xml:lang="x-default">A &amp; B</rdf:li>');
    expect(packet).toContain('<rdf:Seq><rdf:li>Ada</rdf:li></rdf:Seq>');
    expect(packet).toContain('<xmp:CreateDate>2024-01-02T03:04:05+01:00<');
    expect(packet).not.toContain('ModifyDate');
    const now = result.document.context.lookup(result.document.context.trailerInfo.Info, PDFDict);
    expect(now.has(PDFName.of('ModDate'))).toBe(false);
    expect(result.document.getTitle()).toBe('A & B');
  });

  it('keep several authors and languages where XMP may have more, and one text in part 1', async () => {
    const authors = '<dc:creator><rdf:Seq><rdf:li>Ada</rdf:li><rdf:li>Bob</rdf:li></rdf:Seq></dc:creator>';
    const second = packetOf(await conformed(await withXmp(authors)));
    expect(second).toContain('<rdf:li>Ada</rdf:li><rdf:li>Bob</rdf:li>');
    const first = packetOf(await conformed(await withXmp(authors), '1b'));
    expect(first).toContain('<rdf:Seq><rdf:li>Ada; Bob</rdf:li></rdf:Seq>');
  });

  it('describe schemas that PDF/A does not predefine', async () => {
    const input = await withXmp('<my:Number>7</my:Number>', 'xmlns:my="https://example.com/my/"');
    const result = await conformed(input);
    expect(packetOf(result)).toContain('<my:Number>7</my:Number>');
    expect(packetOf(result)).toContain(
      '<pdfaSchema:namespaceURI>https://example.com/my/</pdfaSchema:namespaceURI>',
    );
    expect(packetOf(result)).toContain('<pdfaProperty:name>Number</pdfaProperty:name>');
    expect(result.warnings).toEqual([]);
  });

  it('lose structures and invalid values, with a warning', async () => {
    const input = await withXmp(
      '<xmp:MetadataDate>yesterday</xmp:MetadataDate><xmp:Thumb rdf:parseType="Resource"><xmp:w>1</xmp:w></xmp:Thumb>',
    );
    const { warnings } = await conformed(input);
    expect(warnings).toMatchObject([{ code: 'conformance-changed' }]);
    expect(warnings[0]?.message).toContain('xmp:MetadataDate, xmp:Thumb');
  });

  it('are replaced if they are malformed', async () => {
    const result = await conformed(await withXmp('<dc:format>a</dc:format></dc:format>'));
    expect(packetOf(result)).toContain('<pdfaid:part>2<');
    expect(packetOf(result)).not.toContain('dc:format');
  });

  it('with thousands of namespaces of one prefix take no longer than others', async () => {
    const properties = Array.from({ length: 20_000 }, (_, index) => `<a:b xmlns:a="urn:${index}">1</a:b>`);
    const before = process.cpuUsage();
    const packet = packetOf(await conformed(await withXmp(properties.join(''))));
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(10);
    expect(packet).toContain('<a20000:b>1</a20000:b>');
  });
});
