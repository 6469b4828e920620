import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InputFault } from '#lib/base/input-fault.ts';
import { officeToPdf } from '#lib/conversions/office/office-to-pdf.ts';
import { ConversionError } from '#lib/engines/office/conversion-error.ts';
import { OfficeConverter } from '#lib/engines/office/converter.ts';
import { type LaidBait, layBait, takenBait } from '../../../security/bait.ts';
import { converterOptions } from '../../../support/libreoffice.ts';
import { leftOut } from '../../../support/requirements.ts';
import { type OfficeBomb, officeBombs } from '../../../support/office-bombs.ts';
import { makeDocx } from '../../../support/office.ts';
import { pageTexts } from '../../../support/pdf.ts';

const folder = mkdtempSync(join(tmpdir(), 'bombs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const decryptWorker = new URL('../../../../lib/engines/office/decrypt-worker.ts', import.meta.url);
const megabyte = 1024 * 1024;
/** LibreOffice's memory limit; an ordinary document needs a third of it. */
const memoryLimitBytes = 600 * megabyte;
/** How much this process may grow while it inspects a document: it holds one piece at a time. */
const inspectionBytes = 250 * megabyte;
/** In milliseconds. */
const patience = 8000;

/** `converted`, the error code of the document, or why the conversion was ended. */
async function outcome(converter: OfficeConverter, kind: OfficeBomb['kind'], bytes: Buffer): Promise<string> {
  const made = mkdtempSync(join(folder, 'job-'));
  const [inputFile, outputFile] = [join(made, 'input'), join(made, 'output.pdf')];
  writeFileSync(inputFile, bytes);
  try {
    await officeToPdf(
      {
        inputFile,
        fileName: `bomb.${kind}`,
        kind,
        options: { quality: 90, exportBookmarks: true, exportFormFields: true, tagged: false },
        password: undefined,
        outputFile,
        folder: made,
        deadline: Date.now() + patience,
        // The deadline is for LibreOffice: on a busy machine, inspecting a document takes longer.
        signal: AbortSignal.timeout(10 * patience),
      },
      converter,
      decryptWorker,
    );
  } catch (error) {
    expect(existsSync(outputFile)).toBe(false);
    if (error instanceof InputFault) return error.code;
    if (error instanceof ConversionError) return `given up: ${error.reason}`;
    throw error;
  }
  const pdf = readFileSync(outputFile);
  expect(await takenBait(pdf)).toEqual([]);
  expect((await pageTexts(pdf)).length).toBeGreaterThan(0);
  return 'converted';
}

describe.skipIf(leftOut('libreoffice'))('bombs', () => {
  const converter = new OfficeConverter({
    ...converterOptions(join(folder, 'work')),
    warmUp: [],
    memoryLimitBytes,
  });
  let bait: LaidBait;
  beforeAll(async () => {
    bait = await layBait();
    await converter.prepare();
  });
  afterAll(async () => {
    await converter.stop();
    await bait.remove();
  });

  it.each(officeBombs)('$kind: $name', async ({ kind, name, make, ends }) => {
    const secrets = [`${bait.folder}/secret.txt`, `${bait.server}/secret`];
    for (const secret of name.includes('external') ? secrets : secrets.slice(0, 1)) {
      const bytes = make(secret);
      expect(bytes.length).toBeLessThan(4 * megabyte);
      const before = process.memoryUsage.rss();
      const ended = await outcome(converter, kind, bytes);
      if (ends === 'harmless') {
        expect(ended).toMatch(/^(converted|damaged-document|given up: (crashed|deadline|memory))$/);
      } else expect(ended).toBe(ends);
      expect(process.memoryUsage.rss() - before).toBeLessThan(inspectionBytes);
    }
    expect(bait.requests).toEqual([]);
    expect(bait.filesRead()).toEqual([]);
  });

  it('leave the converter intact', async () => {
    await expect(outcome(converter, 'docx', makeDocx())).resolves.toBe('converted');
  });
});
