import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OfficeConverter } from '#lib/engines/office/converter.ts';
import { fontsConf } from '../../layers/fonts/fonts-conf.ts';
import { substitutes } from '../../layers/fonts/substitutes.ts';
import { docxInFonts } from '../support/font-runs.ts';
import { converterOptions } from '../support/libreoffice.ts';
import { pageFonts } from '../support/pdf.ts';
import { deadline, pdfRequest, useRenderer } from '../support/renderer.ts';
import { leftOut } from '../support/requirements.ts';
import { sampleOf } from './font-samples.ts';

/** Each font that has a substitute. */
const rows = substitutes.flatMap(({ by, families }) =>
  Object.keys(families).map((family) => ({ family, by, text: sampleOf(by) })),
);

const template = readFileSync(join(import.meta.dirname, '../../layers/fonts/fonts.conf'), 'utf8');

describe('the table of substitutes', () => {
  it('lists each font once, and none that another rule replaces', () => {
    const families = rows.map(({ family }) => family.toLowerCase());
    expect(new Set(families).size).toBe(families.length);
    expect(substitutes.filter(({ by }) => families.includes(by.toLowerCase()))).toEqual([]);
  });

  it('is in fonts.conf, each font with its substitute', () => {
    const rules = fontsConf(template, 'v1', []).matchAll(
      /<test name="family"><string>([^<]+)<\/string><\/test><edit name="family" mode="assign" binding="same"><string>([^<]+)</g,
    );
    expect([...rules].map(([, family, by]) => ({ family, by }))).toEqual(
      rows.map(({ family, by }) => ({ family, by })),
    );
  });

  it('keeps the widths of the fonts that most documents use', () => {
    const widths = Object.fromEntries(substitutes.flatMap(({ families }) => Object.entries(families)));
    for (const family of ['Arial', 'Calibri', 'Cambria', 'Times New Roman', 'Courier New'])
      expect(widths[family], family).toBe(0);
  });
});

describe('fonts.conf', () => {
  it('gives each version of the fonts a separate cache', () => {
    expect(fontsConf(template, 'v1', [])).toContain('<cachedir>/tmp/fontconfig/v1</cachedir>');
  });

  it('must have a place for the rules', () => {
    expect(() => fontsConf('<fontconfig>FONTS_VERSION</fontconfig>', 'v1', [])).toThrow('SUBSTITUTES');
  });
});

/** A font's name in a PDF without its style: `EBGaramond12-Bold` is `ebgaramond`. */
const familyIn = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[ -]/g, '')
    .replace(/(regular|bold|italic|12)*$/, '');

/** The expected and the actual fonts of each row's page. */
const compared = (pages: readonly string[][]) => ({
  expected: rows.map(({ family, by }) => ({ family, fonts: [familyIn(by)] })),
  found: rows.map(({ family }, index) => ({ family, fonts: (pages[index] ?? []).map(familyIn) })),
});

describe.skipIf(leftOut('libreoffice'))('in LibreOffice, text in each of the fonts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'font-substitutes-'));
  const converter = new OfficeConverter(converterOptions(join(folder, 'work')));
  beforeAll(() => converter.prepare());
  afterAll(async () => {
    await converter.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is in its substitute', async () => {
    const [inputFile, outputFile] = [join(folder, 'input'), join(folder, 'output.pdf')];
    writeFileSync(inputFile, docxInFonts(rows.map(({ family, text }) => ({ font: family, text }))));
    await converter.convert({ inputFile, kind: 'docx', filterOptions: '', outputFile, ...deadline(60_000) });
    const { expected, found } = compared(await pageFonts(readFileSync(outputFile)));
    expect(found).toEqual(expected);
  });
});

describe.skipIf(leftOut('chromium'))('in Chromium, text in each of the fonts', () => {
  const used = useRenderer();

  it('is in its substitute', async () => {
    const paragraphs = rows.map(
      ({ family, text }) => `<p style="break-after: page; font-family: '${family}'">${text}</p>`,
    );
    const page = `<!doctype html><meta charset=utf-8>${paragraphs.join('')}`;
    const { content } = await used.renderer.render(pdfRequest(page), deadline(60_000));
    const { expected, found } = compared(await pageFonts(content));
    expect(found).toEqual(expected);
  });
});
