import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { OfficeKind } from '#lib/api/options/office.ts';
import { documentLanguage } from '#lib/engines/office/document-language.ts';
import { makeDocx, makePptx, makeXlsx } from '../../../support/office.ts';
import { contentType, main, partText, withParts } from '../../../support/office-package.ts';
import { withRelated } from '../../../support/related-parts.ts';

const folder = mkdtempSync(join(tmpdir(), 'document-language-'));
afterAll(() => rmSync(folder, { recursive: true }));

function languageOf(kind: OfficeKind, document: Buffer): Promise<string | undefined> {
  const path = join(folder, 'document');
  writeFileSync(path, document);
  return documentLanguage(path, kind);
}

const withStyles = (styles: string): Buffer =>
  withRelated(makeDocx(), 'word/document.xml', {
    name: 'word/styles.xml',
    relationship: 'styles',
    contentType: contentType('wordprocessingml', 'styles'),
    xml: `<w:styles xmlns:w="${main('wordprocessingml')}">${styles}</w:styles>`,
  });
const defaults = (language: string): string =>
  `<w:docDefaults><w:rPrDefault><w:rPr><w:lang w:eastAsia="ja-JP" w:val="${language}"/></w:rPr></w:rPrDefault></w:docDefaults>`;

const withCore = (document: Buffer, language: string): Buffer =>
  withRelated(document, '_rels/none', {
    name: 'docProps/core.xml',
    relationship: 'core-properties',
    contentType: 'application/vnd.openxmlformats-package.core-properties+xml',
    xml: `<c:coreProperties xmlns:c="urn:core" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:language>${language}</dc:language></c:coreProperties>`,
  });

const slideWith = (...languages: string[]): Buffer => {
  const slide = partText(makePptx(), 'ppt/slides/slide1.xml').replaceAll(/ lang="[^"]*"/g, '');
  const runs = languages.map((language) => `<a:r><a:rPr lang="${language}"/><a:t>x</a:t></a:r>`);
  return withParts(makePptx(), {
    'ppt/slides/slide1.xml': slide.replace('</a:p>', `${runs.join('')}</a:p>`),
  });
};

const withDrawing = (...languages: string[]): Buffer =>
  withRelated(makeXlsx(), 'xl/worksheets/sheet1.xml', {
    name: 'xl/drawings/drawing1.xml',
    relationship: 'drawing',
    contentType: 'application/vnd.openxmlformats-officedocument.drawing+xml',
    xml: `<d:wsDr xmlns:d="urn:drawing" xmlns:a="urn:main">${languages.map((language) => `<a:r><a:rPr lang="${language}"/></a:r>`).join('')}</d:wsDr>`,
  });

describe('the language of a document', () => {
  it.each<[string, OfficeKind, Buffer, string | undefined]>([
    ["the default of a DOCX's text", 'docx', withStyles(defaults('de-DE')), 'de-DE'],
    [
      'not that of a style',
      'docx',
      withStyles('<w:style><w:rPr><w:lang w:val="fr-FR"/></w:rPr></w:style>'),
      undefined,
    ],
    ['not one that is none', 'docx', withStyles(defaults('x-none')), undefined],
    ['what most runs of a PPTX are in', 'pptx', slideWith('en-US', 'pt-BR', 'pt-BR'), 'pt-BR'],
    [
      'what most runs in the text boxes of an XLSX are in',
      'xlsx',
      withDrawing('fr-CA', 'fr-CA', 'en-US'),
      'fr-CA',
    ],
    ['none where a document names none', 'xlsx', makeXlsx(), undefined],
    ['what the properties name', 'xlsx', withCore(makeXlsx(), ' nl '), 'nl'],
    [
      'what the properties name, first',
      'docx',
      withCore(withStyles(defaults('de-DE')), 'zh-Hant-TW'),
      'zh-Hant-TW',
    ],
    ['no text that is no language', 'xlsx', withCore(makeXlsx(), 'de,Batch=false'), undefined],
    ['none where it cannot be read', 'docx', withStyles('<w:docDefaults'), undefined],
  ])('is %s', async (_, kind, document, language) => {
    expect(await languageOf(kind, document)).toBe(language);
  });
});
