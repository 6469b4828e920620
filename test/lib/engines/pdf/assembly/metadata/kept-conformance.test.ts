import { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { PDFName } from '#lib/engines/pdf/objects.ts';
import type { AssemblyOptions } from '#lib/engines/pdf/assembly/assemble.ts';
import { prepareCompression } from '#lib/engines/pdf/finishing/compress/prepare-compression.ts';
import type { Finishing } from '#lib/engines/pdf/finishing/finishing.ts';
import { assembled, type Input } from '../../../../../support/assemble.ts';
import { newPdf } from '../../../../../support/pdf-features.ts';
import { readPdf } from '../../../../../support/read-pdf.ts';

const namespace = 'http://www.aiim.org/pdfa/ns/id/';
const archival = `xmlns:pdfaid="${namespace}"`;
const accessible = 'xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"';

/** A document with these properties in its XMP. */
async function declaring(
  properties: string,
  encoding: BufferEncoding = 'utf8',
  prologue = '',
): Promise<PDFDocument> {
  const document = await newPdf('1', '2');
  const xmp = `${prologue}<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" ${archival} ${accessible}>${properties}</rdf:Description></rdf:RDF></x:xmpmeta>`;
  const bytes = Buffer.from(`${encoding === 'utf16le' ? '\uFEFF' : ''}${xmp}`, encoding);
  const stream = document.context.stream(bytes, { Type: 'Metadata', Subtype: 'XML' });
  document.catalog.set(PDFName.of('Metadata'), document.context.register(stream));
  return document;
}

const part = (number: number): string => `<pdfaid:part>${number}</pdfaid:part>`;
const level = (name: string): string => `<pdfaid:conformance>${name}</pdfaid:conformance>`;
const ua = '<pdfuaid:part>1</pdfuaid:part>';

const kept = async (inputs: readonly Input[], options?: AssemblyOptions) => {
  const { declares, warnings, bytes } = await assembled(inputs, options);
  return {
    declares,
    warnings: warnings.map(({ conformance, message }) => conformance && message),
    xmp: (await readPdf(bytes)).xmp,
    header: bytes.toString('latin1', 0, 8),
    bytes: bytes.toString('latin1'),
  };
};

const finishing = (options: Finishing): AssemblyOptions => ({ finishing: options });

describe('conformance that inputs declare', () => {
  it('is kept in parts of a document, and must be validated', async () => {
    const document = await declaring(part(2) + level('B'));
    const { declares, warnings, xmp } = await kept([{ document, pages: [1] }]);
    expect(declares).toEqual({ flavours: ['2b'] });
    expect(warnings).toEqual([]);
    expect(xmp).toContain(part(2) + level('B'));
  });

  it('is kept if all inputs declare the same', async () => {
    const inputs = [await declaring(part(3) + level('U') + ua), await declaring(part(3) + level('U') + ua)];
    expect(await kept(inputs)).toMatchObject({ declares: { flavours: ['3u', 'ua1'] }, warnings: [] });
  });

  it('is that of the weakest level, with a warning that names the other', async () => {
    const { declares, warnings, xmp } = await kept([
      await declaring(part(2) + level('A')),
      await declaring(part(2) + level('B')),
    ]);
    expect(declares?.flavours).toEqual(['2b']);
    expect(warnings).toEqual(['it declares conformance to PDF/A-2a; the result declares PDF/A-2b']);
    expect(xmp).toContain(level('B'));
    expect(xmp).not.toContain(level('A'));
  });

  it('is dropped if the parts differ, and what they share stays', async () => {
    const { declares, warnings, xmp } = await kept([
      await declaring(part(2) + level('B') + ua),
      await declaring(part(3) + level('B') + ua),
    ]);
    expect(declares?.flavours).toEqual(['ua1']);
    expect(warnings).toEqual([
      'it declares conformance to PDF/A-2b; the result does not',
      'it declares conformance to PDF/A-3b; the result does not',
    ]);
    expect(xmp).not.toContain('<pdfaid:');
  });

  it('is dropped beside an input without it', async () => {
    const { declares } = await kept([await declaring(part(2) + level('B')), await newPdf('cover')]);
    expect(declares).toBeUndefined();
  });

  it.each([
    ['the result is encrypted', finishing({ protection: { ownerPassword: 'secret' } })],
    ['all metadata is removed', finishing({ metadata: { '*': null } })],
  ])('is dropped if %s', async (_, options: AssemblyOptions) => {
    const { declares, warnings } = await kept([await declaring(part(2) + level('B'))], options);
    expect(declares).toBeUndefined();
    expect(warnings).toEqual(['it declares conformance to PDF/A-2b; the result does not']);
  });

  it.each([
    ['in a default namespace', `<part xmlns="${namespace}">2</part>`],
    ['with a prefix beyond ASCII', `<é:part xmlns:é="${namespace}">2</é:part>`],
    [
      'with a reference in the name',
      `<q:part xmlns:q="${namespace.replace('/id', '&#x2F;&#0105;d')}">2</q:part>`,
    ],
    ['with a comment in the value', '<pdfaid:part><!-- -->2</pdfaid:part>'],
    ['as a structured value', '<pdfaid:part rdf:parseType="Resource"><rdf:value>2</rdf:value></pdfaid:part>'],
    ['behind 4 MiB', `<!--${'x'.repeat(4 * 1024 ** 2)}--><q:part xmlns:q="${namespace}">2</q:part>`],
  ])('has no meaning in a result in a form that is not read: %s', async (_, property) => {
    const { declares, xmp } = await kept([await declaring(property)]);
    expect(declares).toBeUndefined();
    expect(xmp).toContain('rdf:Description');
    expect(xmp).not.toContain(namespace);
    expect(xmp).not.toContain('&#');
  });

  it('is not kept in XMP whose entities could spell it', async () => {
    const property = '<q:part xmlns:q="&n;">2</q:part>';
    const { xmp } = await kept([await declaring(property, 'utf8', '<!DOCTYPE x [<!ENTITY n "">]>')]);
    expect(xmp).toBeUndefined();
  });

  it('is dropped from XMP in UTF-16 too', async () => {
    const document = await declaring(part(2) + level('B'), 'utf16le');
    const { xmp } = await kept([document, await newPdf('cover')]);
    expect(xmp).not.toContain('pdfaid:part');
  });

  it.each<[string, () => Finishing | Promise<Finishing>, string?, BufferEncoding?]>([
    ['as it is', () => ({})],
    ['in part 1, which has no object streams', () => ({}), part(1) + level('B')],
    ['in UTF-16', () => ({}), part(2) + level('B'), 'utf16le'],
    ['with new metadata', () => ({ metadata: { title: 'x'.repeat(3000) } })],
    ['linearized', () => ({ isLinearized: true })],
    ['linearized, in part 1', () => ({ isLinearized: true }), part(1) + level('B')],
    ['compressed', async () => ({ compression: await prepareCompression({ images: undefined }) })],
  ])('can be withdrawn from the bytes of the result: %s', async (_, options, properties, encoding) => {
    const document = await declaring(properties ?? part(2) + level('B') + ua, encoding);
    const { chunks, declares, withdrawal } = await assembled([document], finishing(await options()));
    expect(declares?.flavours).not.toEqual([]);
    if (!withdrawal) throw new Error('the declaration cannot be withdrawn');
    const bytes = Buffer.concat(chunks.with(withdrawal.chunk, withdrawal.bytes));
    expect(bytes).toHaveLength(Buffer.concat(chunks).length);
    expect((await readPdf(bytes)).xmp).not.toMatch(/pdfu?aid:(part|conformance)/);
    expect(bytes.toString('latin1')).not.toMatch(/pdfu?aid:(part|conformance)/);
    expect(withdrawal.warnings).toContainEqual({
      code: 'conformance-dropped',
      message: expect.stringMatching(/^it declares conformance to PDF.A-.b; the result does not$/) as string,
      conformance: expect.stringMatching(/^PDF.A-.b$/) as string,
      part: 0,
    });
    expect((await assembled([await PDFDocument.load(bytes)])).declares).toBeUndefined();
  });

  it('is kept when the metadata changes, with a description of the schema of PDF/UA', async () => {
    const { declares, xmp } = await kept(
      [await declaring(part(2) + level('A') + ua)],
      finishing({ metadata: { title: 'New' } }),
    );
    expect(declares?.flavours).toEqual(['2a', 'ua1']);
    expect(xmp).toContain('New');
    expect(xmp).toMatch(/namespaceURI>http:\/\/www\.aiim\.org\/pdfua\/ns\/id\/</);
    expect(xmp).toMatch(/<pdfaid:conformance>A<.*<pdfuaid:part>1</s);
  });

  it('decides the form of the file', async () => {
    const first = await kept([await declaring(part(1) + level('B'))]);
    expect(first.header).toBe('%PDF-1.4');
    expect(first.bytes).not.toMatch(/\/ObjStm|\/XRef/);
    const fourth = await kept([await declaring(part(4))], finishing({ metadata: { title: 'New' } }));
    expect(fourth.header).toBe('%PDF-2.0');
    expect(fourth.bytes).not.toContain('/Info ');
  });
});
