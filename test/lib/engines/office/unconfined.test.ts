import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { officeToPdf } from '#lib/conversions/office/office-to-pdf.ts';
import { OfficeConverter } from '#lib/engines/office/converter.ts';
import { converterOptions } from '../../../support/libreoffice.ts';
import { leftOut } from '../../../support/requirements.ts';
import { pageTexts } from '../../../support/pdf.ts';
import { type Bait, type LaidBait, layBait, takenBait } from '../../../security/bait.ts';
import { type CanaryDocument, canaryDocuments } from '../../../security/canary-documents.ts';
import { formatCanaries } from '../../../security/format-canaries.ts';
import { outlyingCanaries } from '../../../security/outlying-canaries.ts';

const folder = mkdtempSync(join(tmpdir(), 'unconfined-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const decryptWorker = new URL('../../../../lib/engines/office/decrypt-worker.ts', import.meta.url);
const documents = (bait: Bait): CanaryDocument[] => [
  ...canaryDocuments(bait),
  ...outlyingCanaries(bait),
  ...formatCanaries(bait),
];
const listed = documents({ server: 'http://localhost', folder: 'file:///none' });
const names = listed.filter(({ passesPreparation }) => !passesPreparation).map(({ name }) => name);
const passing = listed.filter(({ passesSettings }) => passesSettings).map(({ name }) => name);

describe.skipIf(leftOut('libreoffice'))('without kernel confinement', { timeout: 20_000 }, () => {
  const converter = new OfficeConverter({
    ...converterOptions(join(folder, 'work')),
    templateFile: join(import.meta.dirname, 'libreoffice', 'unconfined-template.ts'),
  });
  let bait: LaidBait;
  let canaries: ReadonlyMap<string, CanaryDocument>;
  beforeAll(async () => {
    bait = await layBait();
    canaries = new Map(documents(bait).map((canary) => [canary.name, canary]));
    await converter.prepare();
  });
  afterAll(async () => {
    await converter.stop();
    await bait.remove();
  });

  /** The content that a document accessed when it takes `convert`'s path to LibreOffice. */
  async function caught(
    name: string,
    convert: (document: CanaryDocument, inputFile: string, outputFile: string) => Promise<unknown>,
  ): Promise<string[]> {
    const document = canaries.get(name);
    if (!document) throw new Error(`no canary ${name}`);
    const [inputFile, outputFile] = [join(folder, 'input'), join(folder, 'output.pdf')];
    writeFileSync(inputFile, document.bytes);
    bait.requests.length = 0;
    bait.filesRead();
    await convert(document, inputFile, outputFile);
    const pdf = readFileSync(outputFile);
    expect((await pageTexts(pdf)).join(' ')).toContain(document.text);
    return [
      ...bait.requests,
      ...bait.filesRead(),
      ...(await takenBait(pdf)).map((what) => `${what} in the PDF`),
      ...bait.filesWritten().map((file) => `${file} written`),
    ];
  }

  it.each(names)('%s accesses nothing', async (name) => {
    const made = mkdtempSync(join(folder, 'job-'));
    const got = await caught(name, ({ kind }, inputFile, outputFile) =>
      officeToPdf(
        {
          inputFile,
          fileName: `canary.${kind}`,
          kind: undefined,
          options: { quality: 90, exportBookmarks: true, exportFormFields: true, tagged: false },
          password: undefined,
          outputFile,
          folder: made,
          deadline: Date.now() + 15_000,
          signal: AbortSignal.timeout(15_000),
        },
        converter,
        decryptWorker,
      ),
    );
    expect(got).toEqual([]);
  });

  it.each(passing)('%s would if its links stayed', async (name) => {
    const got = await caught(name, ({ kind }, inputFile, outputFile) =>
      converter.convert({ inputFile, kind, filterOptions: '', outputFile, deadline: Date.now() + 15_000 }),
    );
    expect(got).not.toEqual([]);
  });
});
