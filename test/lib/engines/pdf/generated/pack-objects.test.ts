import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import { packObjects } from '#lib/engines/pdf/generated/pack-objects.ts';
import { generatedPdf } from '../../../../support/generated-pdf.ts';

const contents = 'BT /F1 12 Tf 20 20 Td (Packed) Tj ET';

/** A page with that many tags, as Chromium writes them: an object for each. */
const taggedPdf = (tags: number): Buffer =>
  generatedPdf(
    [
      '<</Type /Catalog /Pages 2 0 R /StructTreeRoot 6 0 R>>',
      '<</Type /Pages /Count 1 /Kids [3 0 R]>>',
      '<</Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents 4 0 R /Resources <</Font <</F1 5 0 R>>>>>>',
      `<</Length ${contents.length}>> stream\n${contents}\nendstream`,
      '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
      `<</Type /StructTreeRoot /K [${Array.from({ length: tags }, (_, index) => `${index + 7} 0 R`).join(' ')}]>>`,
      ...Array.from({ length: tags }, (_, index) => `<</S /P /P 6 0 R /Pg 3 0 R /ID (tag${index})>>`),
    ],
    ` /Info ${tags + 7} 0 R`,
  );

async function read(content: Buffer): Promise<{ text: string; objects: number }> {
  const task = getDocument({ data: new Uint8Array(content), verbosity: 0 });
  const document = await task.promise;
  const page = await document.getPage(1);
  const { items } = await page.getTextContent();
  const tree = await page.getStructTree();
  await task.destroy();
  return {
    text: items.map((item) => ('str' in item ? item.str : '')).join(''),
    objects: tree.children.length,
  };
}

describe('packObjects', () => {
  it('packs the objects of a tagged page into object streams', async () => {
    const plain = taggedPdf(2000);
    const packed = await packObjects(plain);
    expect(packed.length).toBeLessThan(plain.length / 5);
    expect(await read(packed)).toEqual(await read(plain));
    expect(packed.includes(contents)).toBe(true);
  });

  it('gives the same bytes for the same file', async () => {
    expect(await packObjects(taggedPdf(600))).toEqual(await packObjects(taggedPdf(600)));
  });

  it('returns a file with few objects as it is', async () => {
    const plain = taggedPdf(20);
    expect(await packObjects(plain)).toBe(plain);
  });

  it('rejects objects that Chromium does not write', async () => {
    const plain = taggedPdf(600).toString('latin1').replace('\n20 0 obj\n', '\n20 1 obj\n');
    await expect(packObjects(Buffer.from(plain, 'latin1'))).rejects.toThrow('Object 20 ');
  });
});
