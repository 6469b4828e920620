import { unzipSync } from 'fflate';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { fileNames, packFiles } from '#lib/engines/office/exports/packed-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'packed-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  [
    ['Budget.csv', 'Größe.csv'],
    ['Budget.csv', 'Größe.csv'],
  ],
  [
    ['../../etc/passwd.csv', 'a\\b.csv'],
    ['.._.._etc_passwd.csv', 'a_b.csv'],
  ],
  [
    ['a.csv', 'A.csv', 'a (2).csv'],
    ['a.csv', 'A (2).csv', 'a (2) (2).csv'],
  ],
  [
    ['.csv', '...csv'],
    ['1.csv', '2.csv'],
  ],
  [
    ['a:b?.csv', 'x\u0000\u202ey.csv'],
    ['a_b_.csv', 'x_y.csv'],
  ],
])('names files %j %j', (names, expected) => {
  expect(fileNames(names, '.csv')).toEqual(expected);
});

it('packs files under their names', async () => {
  const files = ['Größe.csv', 'b.csv'].map((name, index) => {
    const path = join(folder, `${index}`);
    writeFileSync(path, `content of ${name}`);
    return { name, path };
  });
  const target = join(folder, 'files.zip');
  await packFiles(files, target, AbortSignal.timeout(5_000));
  const unpacked = Object.entries(unzipSync(readFileSync(target)));
  expect(unpacked.map(([name, bytes]) => [name, Buffer.from(bytes).toString()])).toEqual([
    ['Größe.csv', 'content of Größe.csv'],
    ['b.csv', 'content of b.csv'],
  ]);
});
