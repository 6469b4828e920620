import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { officeToPdf } from '#lib/conversions/office/office-to-pdf.ts';
import { makeDocx } from '../../../support/office.ts';

const folder = mkdtempSync(join(tmpdir(), 'office-to-pdf-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  ['the time is up', new DOMException('', 'TimeoutError'), 'deadline'],
  ['the conversion is canceled', new DOMException('', 'AbortError'), 'canceled'],
])('ends the inspection of a document when %s', async (_, reason, expected) => {
  const inputFile = join(folder, 'input');
  writeFileSync(inputFile, makeDocx());
  const convert = vi.fn();
  const converted = officeToPdf(
    {
      inputFile,
      fileName: 'a.docx',
      kind: 'docx',
      options: { quality: 90, exportBookmarks: true, exportFormFields: true, tagged: false },
      password: undefined,
      outputFile: join(folder, 'output.pdf'),
      folder,
      deadline: Date.now() + 20_000,
      signal: AbortSignal.abort(reason),
    },
    { convert },
    new URL('../../../../lib/engines/office/decrypt-worker.ts', import.meta.url),
  );
  await expect(converted).rejects.toMatchObject({
    name: 'ConversionError',
    reason: expected,
    documentOpened: true,
  });
  expect(convert).not.toHaveBeenCalled();
});
