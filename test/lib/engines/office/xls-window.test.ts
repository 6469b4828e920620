import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { prepareCompoundDocument } from '#lib/engines/office/compound-document.ts';
import { openCompoundFile } from '#lib/engines/office/compound-file.ts';
import { fromBuffer } from '#lib/base/random-access.ts';
import { makeXls } from '../../../support/binary-workbook.ts';

const folder = mkdtempSync(join(tmpdir(), 'xls-window-'));
afterAll(() => rmSync(folder, { recursive: true }));

const [input, output] = [join(folder, 'input.xls'), join(folder, 'output.xls')];

const prepared = (workbook: Buffer): ReturnType<typeof prepareCompoundDocument> => {
  writeFileSync(input, workbook);
  return prepareCompoundDocument(input, output);
};

async function streamOf(workbook: Buffer): Promise<Buffer> {
  const compound = await openCompoundFile(fromBuffer(workbook));
  const stream = compound.root.get('Workbook');
  if (!stream) throw new Error('no workbook');
  return compound.read(stream);
}

describe.each([
  ['in a small stream', 1],
  ['in a stream of many sectors', 500],
])('a window of a workbook %s', (_, rows) => {
  const cells = Array.from({ length: rows }, (__, row) => ({ text: `Cell ${row}` }));

  it.each([1, 70, 256, 0xffff])('that shows sheet %i of one shows the first', async (activeSheet) => {
    const { inputFile, isEncrypted } = await prepared(makeXls(cells, { activeSheet }));
    expect({ inputFile, isEncrypted }).toEqual({ inputFile: output, isEncrypted: false });
    const corrected = await streamOf(readFileSync(output));
    expect(corrected.equals(await streamOf(makeXls(cells)))).toBe(true);
  });

  it('that shows a sheet stays as it is', async () => {
    expect(await prepared(makeXls(cells))).toEqual({ inputFile: input, isEncrypted: false });
  });
});

it.each([8, 40, 200, 600])(
  'a workbook that ends after %i bytes is rejected or stays as it is',
  async (length) => {
    const workbook = makeXls([{ text: 'Cell' }], { activeSheet: 70 }).subarray(0, length);
    await expect(prepared(workbook)).rejects.toMatchObject({ code: 'damaged-document' });
  },
);
