import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { OfficeKind } from '#lib/api/options/office.ts';
import { flatLanguage, packageLanguage } from '#lib/engines/office/odf/document-language.ts';
import { makeFlatDocument, makeOpenDocument } from '../../../../support/open-document.ts';

const folder = mkdtempSync(join(tmpdir(), 'odf-language-'));
afterAll(() => rmSync(folder, { recursive: true }));

function stored(document: Buffer): string {
  const path = join(folder, 'document');
  writeFileSync(path, document);
  return path;
}

const styles = (family: string, attributes: string): string =>
  `<office:styles><style:default-style style:family="other"><style:text-properties fo:language="xx"/></style:default-style>` +
  `<style:default-style style:family="${family}"><style:text-properties ${attributes}/></style:default-style>` +
  '<style:style style:family="paragraph"><style:text-properties fo:language="fr"/></style:style></office:styles>';

const named = '<dc:language xmlns:dc="http://purl.org/dc/elements/1.1/"> nl </dc:language>';
const german = 'fo:language="de" fo:country="DE"';

const cases: [string, OfficeKind, { styles?: string; meta?: string }, string | undefined][] = [
  ["that of a text's default style", 'docx', { styles: styles('paragraph', german) }, 'de-DE'],
  ["that of a spreadsheet's default style", 'xlsx', { styles: styles('table-cell', german) }, 'de-DE'],
  ["that of a presentation's default style", 'pptx', { styles: styles('graphic', german) }, 'de-DE'],
  ['without a country', 'docx', { styles: styles('paragraph', 'fo:language="eo" fo:country="none"') }, 'eo'],
  [
    'with a script',
    'docx',
    { styles: styles('paragraph', 'fo:language="sr" fo:script="Latn" fo:country="RS"') },
    'sr-Latn-RS',
  ],
  [
    'the whole tag, first',
    'docx',
    { styles: styles('paragraph', `${german} style:rfc-language-tag="ca-ES-valencia"`) },
    'ca-ES-valencia',
  ],
  ['what the metadata names, first', 'docx', { styles: styles('paragraph', german), meta: named }, 'nl'],
  ['none if the text has none', 'docx', { styles: styles('paragraph', 'fo:language="zxx"') }, undefined],
  ['not that of other styles', 'docx', { styles: styles('graphic', german) }, undefined],
  ['none that is no tag', 'docx', { styles: styles('paragraph', 'fo:language="a,b"') }, undefined],
  ['none where the XML is damaged', 'docx', { styles: '<!DOCTYPE a>' }, undefined],
  ['none where a document names none', 'docx', {}, undefined],
];

describe('the language of an OpenDocument', () => {
  it.each(cases)('is %s', async (_, kind, { styles: before = '', meta = '' }, language) => {
    const file = stored(makeOpenDocument('text', { body: '', meta }, { 'styles.xml': before }));
    expect(await packageLanguage(file, kind)).toBe(language);
  });

  it.each(cases)('of a single file is %s', async (_, kind, { styles: before = '', meta = '' }, language) => {
    expect(await flatLanguage(stored(makeFlatDocument('text', { body: '', meta, before })), kind)).toBe(
      language,
    );
  });

  it('is not searched for in the text', async () => {
    const body = `<text:p>${styles('paragraph', german)}</text:p>`;
    expect(await flatLanguage(stored(makeFlatDocument('text', { body })), 'docx')).toBeUndefined();
  });
});
