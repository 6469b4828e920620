import { unzipSync } from 'fflate';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutputFormat } from '#lib/api/fields/output-formats.ts';
import { exportOffice } from '#lib/conversions/office/export-office.ts';
import { OfficeConverter } from '#lib/engines/office/converter.ts';
import { formatNamed, isDrawing } from '#lib/engines/office/formats.ts';
import { type CanaryDocument, canaryDocuments } from '../../../../security/canary-documents.ts';
import { formatCanaries } from '../../../../security/format-canaries.ts';
import { outlyingCanaries } from '../../../../security/outlying-canaries.ts';
import { converterOptions } from '../../../../support/libreoffice.ts';
import { leftOut } from '../../../../support/requirements.ts';

const folder = mkdtempSync(join(tmpdir(), 'export-canaries-'));
const decryptWorker = new URL('../../../../../lib/engines/office/decrypt-worker.ts', import.meta.url);

/** Nothing is at these addresses: only results are looked at. */
const bait = { server: 'http://bait.invalid', folder: 'file:///bait-folder' };
const documents = [...canaryDocuments(bait), ...outlyingCanaries(bait), ...formatCanaries(bait)].filter(
  // The text of a text file may name anything.
  ({ kind }) => !isDrawing(formatNamed(kind)) && !/^(?:txt|csv|tsv)$/.test(kind),
);

/** Formats by the kind of document. Each document is exported to one of them. */
const formats: Readonly<Record<string, readonly OutputFormat[]>> = {
  docx: ['docx', 'rtf', 'html'],
  xlsx: ['ods', 'xlsx', 'html'],
  pptx: ['odp', 'pptx'],
};

const pairs = documents.flatMap((document, index) => {
  const possible = formats[formatNamed(document.kind).kind] ?? [];
  return possible
    .slice(index % possible.length)
    .slice(0, 1)
    .map((format) => ({ document, format }));
});

/** All text in a result. */
function textsIn(result: Buffer): string {
  if (result.toString('latin1', 0, 2) !== 'PK') return result.toString('latin1');
  return Object.entries(unzipSync(result))
    .map(([name, part]) => `${name}\n${textsIn(Buffer.from(part))}`)
    .join('\n');
}

/** What a result names of the bait. An entity of an SVG picture is text, which nothing refers to any more. */
const namedIn = (text: string): string[] =>
  [...text.matchAll(/.{0,60}(?:bait\.invalid|bait-folder).{0,40}/g)]
    .map(([found]) => found)
    .filter((found) => !found.includes('<!ENTITY'));

describe.skipIf(leftOut('libreoffice'))('results of documents with links', { timeout: 60_000 }, () => {
  const converter = new OfficeConverter(converterOptions(join(folder, 'work')));
  beforeAll(() => converter.prepare(), 60_000);
  afterAll(async () => {
    await converter.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function exported({ kind, bytes }: CanaryDocument, format: OutputFormat): Promise<Buffer> {
    const made = mkdtempSync(join(folder, 'job-'));
    const inputFile = join(made, 'input');
    writeFileSync(inputFile, bytes);
    const { path } = await exportOffice(
      {
        inputFile,
        fileName: `canary.${kind}`,
        password: undefined,
        folder: made,
        deadline: Date.now() + 30_000,
        signal: AbortSignal.timeout(30_000),
      },
      { format },
      converter,
      decryptWorker,
    );
    return readFileSync(path);
  }

  it.each(pairs)('$document.name as $format leads nowhere', async ({ document, format }) => {
    expect(namedIn(textsIn(await exported(document, format)))).toEqual([]);
  });
});
