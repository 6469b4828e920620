import { strFromU8, unzipSync } from 'fflate';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { OutputFormat } from '#lib/api/fields/output-formats.ts';
import { finishExport, type FinishedExport } from '#lib/engines/office/exports/finish-export.ts';
import { makeOpenDocument } from '../../../../support/open-document.ts';
import { plainPng } from '../../../../support/png.ts';

const folder = mkdtempSync(join(tmpdir(), 'finish-export-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function finished(
  format: OutputFormat,
  files: Readonly<Record<string, string | Buffer>>,
): Promise<FinishedExport & { bytes: Buffer }> {
  const made = mkdtempSync(join(folder, 'job-'));
  const written = Object.entries(files).map(([name, content], index) => {
    const path = join(made, `${index}`);
    writeFileSync(path, content);
    return { name, path };
  });
  const signal = AbortSignal.timeout(5_000);
  const result = await finishExport(written, { format, folder: join(made, 'finished'), signal });
  return { ...result, bytes: readFileSync(result.path) };
}

const unpacked = (bytes: Buffer): Record<string, string> =>
  Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, part]) => [name, strFromU8(part, true)]));

describe('finishExport', () => {
  it('returns a page without pictures as it is', async () => {
    const result = await finished('html', { 'document.html': '<p>Text<img src="missing.png">' });
    expect(result).toMatchObject({ contentType: 'text/html', extension: '.html' });
    expect(result.bytes.toString()).toContain('<p>Text<img>');
  });

  it('packs a page with the pictures that it shows', async () => {
    const picture = plainPng(1, 1);
    const result = await finished('html', {
      'document.html': '<img src="b.png"><img src="a.gif"><img src="b.png">',
      'a.gif': 'GIF89a',
      'b.png': picture,
      'c.png': picture,
      'd.svg': '<svg onload="alert(1)"/>',
    });
    expect(result).toMatchObject({ contentType: 'application/zip', extension: '.zip' });
    expect(unpacked(result.bytes)).toEqual({
      'index.html':
        '<!DOCTYPE html>\n<img src="picture-1.png"><img src="picture-2.gif"><img src="picture-1.png">',
      'picture-1.png': picture.toString('latin1'),
      'picture-2.gif': 'GIF89a',
    });
  });

  it('omits macros, previews and links from OpenDocument', async () => {
    const body =
      '<text:p><draw:image xlink:href="file:///tmp/a.png"/><text:a xlink:href="https://a.example">x</text:a></text:p>';
    const { bytes } = await finished('odt', {
      'document.odt': makeOpenDocument(
        'text',
        { body },
        { 'Basic/Standard/a.xml': '<a/>', 'Thumbnails/thumbnail.png': 'PNG' },
      ),
    });
    const parts = unpacked(bytes);
    expect(Object.keys(parts)).toEqual([
      'mimetype',
      'content.xml',
      'meta.xml',
      'settings.xml',
      'META-INF/manifest.xml',
    ]);
    expect(parts['META-INF/manifest.xml']).not.toMatch(/Basic|Thumbnails/);
    expect(parts['content.xml']).toContain('<draw:image/><text:a xlink:href="https://a.example">');
  });

  it('removes fields that include files from RTF', async () => {
    const field = String.raw`{\field{\*\fldinst INCLUDEPICTURE "https://a.example/a.png"}{\fldrslt x}}`;
    const { bytes } = await finished('rtf', { 'document.rtf': String.raw`{\rtf1 a${field}}` });
    expect(bytes.toString()).toBe(String.raw`{\rtf1 a{\field{\fldrslt x}}}`);
  });

  it('packs sheets under their names, and returns a single one as it is', async () => {
    const one = await finished('csv', { 'Budget.csv': '1,2\n' });
    expect(one).toMatchObject({ contentType: 'text/csv', extension: '.csv', bytes: Buffer.from('1,2\n') });
    const two = await finished('csv', { 'Größe.csv': '1\n', 'a/b.csv': '2\n' });
    expect(two.extension).toBe('.zip');
    expect(Object.keys(unzipSync(two.bytes))).toEqual(['Größe.csv', 'a_b.csv']);
  });

  it.each([
    ['docx', { 'document.docx': 'no package' }],
    ['odt', { 'document.odt': 'no package' }],
    ['rtf', { 'document.rtf': String.raw`{\rtf1 \bin9 a}` }],
    ['html', { 'other.html': '<p>' }],
    ['csv', {}],
  ] as const)('does not return %s that LibreOffice wrote wrongly', async (format, files) => {
    await expect(finished(format, files)).rejects.toMatchObject({
      name: 'ConversionError',
      reason: 'failed',
      documentOpened: true,
    });
  });
});
