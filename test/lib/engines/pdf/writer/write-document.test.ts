import { PDFDocument } from 'pdf-lib';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SourceCopier } from '#lib/engines/pdf/copier/source-copier.ts';
import { PDFNull, PDFNumber, PDFRef } from '#lib/engines/pdf/objects.ts';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';
import { OutputDocument } from '#lib/engines/pdf/output/output-document.ts';
import { writeDocument } from '#lib/engines/pdf/writer/write-document.ts';
import { copyPages } from '../../../../support/copy-pages.ts';
import { pageTexts } from '../../../../support/pdf.ts';
import { rawPdf, rawStream, textPages } from '../../../../support/raw-pdf.ts';

const texts = Array.from({ length: 150 }, (_, page) => `page ${page}`);
const many = rawPdf(textPages(...texts));

const picture = (seed: number, bytes: number): Buffer => {
  const pieces = Array.from({ length: bytes / 32 }, (_, index) =>
    createHash('sha256').update(`${seed} ${index}`).digest(),
  );
  return Buffer.concat(pieces);
};

describe('writeDocument', () => {
  it.each(['always', 'never', 'auto'] as const)(
    'writes files that other readers can read (object streams: %s)',
    async (objectStreams) => {
      const written = copyPages([openPdf(many)], { objectStreams });
      expect(await pageTexts(written)).toEqual(texts);
      expect((await PDFDocument.load(written)).getPageCount()).toBe(texts.length);
      expect([...openPdf(written).findings]).toEqual([]);
      expect(openPdf(written).file.rebuilt).toBe(false);
    },
  );

  it('packs small objects only if that pays', () => {
    const always = copyPages([openPdf(many)], { objectStreams: 'always' });
    const never = copyPages([openPdf(many)], { objectStreams: 'never' });
    expect(always.length).toBeLessThan(never.length * 0.8);
    expect(copyPages([openPdf(many)])).toEqual(always);
    const pictures = rawPdf({ ...textPages('one'), 5: rawStream('', picture(1, 200_000)) });
    expect(copyPages([openPdf(pictures)]).includes('/ObjStm')).toBe(false);
  });

  it('writes equal bytes for equal content, and another identifier for other content', () => {
    const identifier = (pdf: Buffer): string => openPdf(pdf).id;
    const small = (seed: number): Buffer =>
      rawPdf({ ...textPages('one'), 5: rawStream('', picture(seed, 320)) });
    const large = (seed: number): Buffer =>
      rawPdf({ ...textPages('one'), 5: rawStream('', picture(seed, 64_000)) });
    for (const make of [small, large]) {
      const [first, again, other] = [make(1), make(1), make(2)].map((pdf) => copyPages([openPdf(pdf)]));
      expect(first).toEqual(again);
      expect(identifier(first ?? Buffer.alloc(0))).toMatch(/^[0-9a-f]{32}$/);
      expect(identifier(first ?? Buffer.alloc(0))).not.toBe(identifier(other ?? Buffer.alloc(0)));
    }
  });

  it('passes large data on without copying them', () => {
    const data = picture(1, 64_000);
    const pdf = rawPdf({ ...textPages('one'), 5: rawStream('', data) });
    const output = new OutputDocument();
    const copier = new SourceCopier(openPdf(pdf), output);
    output.context.trailerInfo.Root = copier.reference(PDFRef.of(5));
    copier.flush();
    const { chunks, byteLength } = writeDocument(output);
    expect(byteLength).toBe(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
    const passed = chunks.find((chunk) => chunk.length === data.length);
    expect(passed?.buffer).toBe(pdf.buffer);
    expect(Buffer.concat(chunks).includes(data)).toBe(true);
  });

  it('leaves numbers free that have no object or null', () => {
    const output = new OutputDocument();
    const { context } = output;
    context.nextRef();
    context.register(PDFNull);
    context.trailerInfo.Root = context.register(context.obj({ A: PDFNumber.of(1) }));
    for (const objectStreams of ['always', 'never'] as const) {
      const text = Buffer.concat(writeDocument(output, { objectStreams }).chunks).toString('latin1');
      expect(text).not.toMatch(/^[12] 0 obj/m);
    }
    const table = Buffer.concat(writeDocument(output, { objectStreams: 'never' }).chunks).toString('latin1');
    expect(table).toContain(
      'xref\n0 4\n0000000000 65535 f\r\n0000000000 65535 f\r\n0000000000 65535 f\r\n0000000015 00000 n\r\n',
    );
  });

  it('writes streams created by pdf-lib', () => {
    const output = new OutputDocument();
    const { context } = output;
    context.trailerInfo.Root = context.register(context.flateStream('some text', { A: 1 }));
    const text = Buffer.concat(writeDocument(output).chunks).toString('latin1');
    expect(text).toMatch(/^1 0 obj\n<<\/A 1\/Filter\/FlateDecode\/Length \d+>>\nstream\n/m);
  });

  it('requires a catalog', () => {
    expect(() => writeDocument(new OutputDocument())).toThrow('no catalog');
  });
});
