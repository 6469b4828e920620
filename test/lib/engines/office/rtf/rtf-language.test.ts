import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { rtfLanguage } from '#lib/engines/office/rtf/rtf-language.ts';

const folder = mkdtempSync(join(tmpdir(), 'rtf-language-'));
afterAll(() => rmSync(folder, { recursive: true }));

it.each([
  ['{\\rtf1\\ansi\\deff0\\deflang1045{\\fonttbl}}', 'pl-PL'],
  ['{\\rtf1\\deflang1033\\deflangfe1041 Text}', 'en-US'],
  ['{\\rtf1\\deflangfe1041 Text}', undefined],
  ['{\\rtf1\\deflang1024 Text}', undefined],
  ['{\\rtf1\\deflang99999 Text}', undefined],
  ['{\\rtf1 Text}', undefined],
  ['', undefined],
])('the default language of %s is %s', async (document, language) => {
  const path = join(folder, 'document.rtf');
  writeFileSync(path, document);
  expect(await rtfLanguage(path)).toBe(language);
});
