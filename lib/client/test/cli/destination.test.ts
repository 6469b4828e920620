import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { conversionCommands } from '../../src/cli/commands.ts';
import { type Destination, destinationOf } from '../../src/cli/destination.ts';
import { operations } from '../../src/cli/operations.ts';
import { outputFormat } from '../../src/cli/output-format.ts';
import { resultCount } from '../../src/cli/result-count.ts';
import { UsageError } from '../../src/cli/terminal.ts';

const folder = await mkdtemp(join(tmpdir(), 'destination-'));
const at = (name: string) => join(folder, name);
await writeFile(at('old.pdf'), 'old');
await mkdir(at('v1.2'));
const names = await readdir(folder);
afterAll(() => rm(folder, { recursive: true }));

it.each([
  ['-', 1, { kind: 'stdout' }],
  [at('new.pdf'), 1, { kind: 'file', path: at('new.pdf') }],
  [at('new.pdf'), undefined, { kind: 'file', path: at('new.pdf') }],
  [at('old.pdf'), 1, { kind: 'file', path: at('old.pdf') }],
  [at('a/b/new.pdf'), 1, { kind: 'file', path: at('a/b/new.pdf') }],
  [at('name'), 1, { kind: 'file', path: at('name') }],
  [at('name'), undefined, { kind: 'folder', path: at('name') }],
  [at('name'), 3, { kind: 'folder', path: at('name') }],
  [at('parts/'), 1, { kind: 'folder', path: at('parts/') }],
  [at('v1.2'), 1, { kind: 'folder', path: at('v1.2') }],
  ['/dev/null', 1, { kind: 'file', path: '/dev/null' }],
] as const)('%s for %s results', async (output, count, expected) => {
  expect(await destinationOf(output, count)).toEqual(expected);
  expect(await readdir(folder), 'nothing is created').toEqual(names);
});

it.each([
  ['', 1, /empty/],
  ['-', 2, /Cannot write 2 results to standard output/],
  [at('new.jpg'), 2, /Cannot write 2 results to the file/],
  [at('old.pdf'), 2, /Cannot write 2 results to the file/],
  [at('old.pdf/new.pdf'), 1, /not a folder/],
  [at('old.pdf/a/b/new.pdf'), 1, /not a folder/],
  [at('old.pdf/'), 1, /not a folder/],
])('rejects %j for %s results', async (output, count, message) => {
  const rejected = destinationOf(output, count);
  await expect(rejected).rejects.toThrow(UsageError);
  await expect(rejected).rejects.toThrow(message);
});

it('the number of results is known for most conversions', () => {
  expect(resultCount('merge-pdf', {})).toBe(1);
  expect(resultCount('split-pdf', { ranges: '1-3,5' })).toBe(2);
  expect(resultCount('split-pdf', { mode: 'ranges', ranges: '1' })).toBe(1);
  expect(resultCount('split-pdf', { mode: 'every', span: '2' })).toBeUndefined();
  expect(resultCount('pdf-images', {})).toBeUndefined();
  expect(resultCount('pdf-images', { pages: '-1' })).toBe(1);
  expect(resultCount('to-pdf', { files: ['a', 'b'] })).toBe(1);
  expect(resultCount('to-pdf', { files: ['a', 'b'], merge: false })).toBe(2);
});

const toFile = (path: string): Destination => ({ kind: 'file', path });

it.each([
  ['html-file', 'page.jpg', 'jpeg'],
  ['html-file', 'page.PDF', 'pdf'],
  ['html-file', 'page', 'pdf'],
  ['pdf-images', 'page', undefined],
  ['convert-office', 'letter.txt', 'txt'],
  ['convert-office', 'letter', undefined],
  ['pdf-text', 'report.md', 'markdown'],
  ['pdf-text', 'report.txt', 'text'],
  ['merge-pdf', 'both.pdf', undefined],
  ['merge-pdf', 'both.tmp', undefined],
] as const)('%s creates %s with the format %s', (name, path, format) => {
  expect(outputFormat(operations[name], 'x', toFile(path))).toBe(format);
});

it.each([
  ['html-file', 'page.tiff', /convert x cannot create \.tiff files\. Formats: pdf, png, jpeg, webp/],
  ['convert-office', 'letter.pdf', /Formats: docx, odt/],
  ['pdf-images', 'page.pdf', /Formats: png, jpeg, webp/],
  ['merge-pdf', 'both.docx', /It creates PDFs/],
] as const)('%s cannot create %s', (name, path, message) => {
  expect(() => outputFormat(operations[name], 'x', toFile(path))).toThrow(message);
});

it('the extensions of folders do not matter', () => {
  expect(outputFormat(operations['pdf-images'], 'images', { kind: 'folder', path: 'v1.2' })).toBeUndefined();
});

it('examples have results that their paths accept', () => {
  for (const [name, { example, operations: all }] of Object.entries(conversionCommands)) {
    const path = /-o (\S+)$/.exec(example)?.[1] ?? '/';
    if (!path.endsWith('/')) expect(() => outputFormat(all[0], name, toFile(path))).not.toThrow();
  }
});
