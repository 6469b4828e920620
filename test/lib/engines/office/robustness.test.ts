import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import officeCrypto from 'officecrypto-tool';
import { afterAll, describe, it } from 'vitest';
import { InputFault } from '#lib/base/input-fault.ts';
import { openCompoundFile } from '#lib/engines/office/compound-file.ts';
import { detectOfficeFile } from '#lib/engines/office/detect.ts';
import { editParts } from '#lib/engines/office/part-edits.ts';
import { sheetEdits } from '#lib/engines/office/sheet-edits.ts';
import { paperSizes } from '#lib/api/fields/lengths.ts';
import { FormatError, fromBuffer } from '#lib/base/random-access.ts';
import { checkZipLimits } from '#lib/engines/office/zip-limits.ts';
import { makeCompoundFile } from '../../../support/compound-file.ts';
import { makeDocx, makePptx, makeXlsx } from '../../../support/office.ts';
import { rawZip } from '../../../support/raw-zip.ts';

const folder = mkdtempSync(join(tmpdir(), 'office-'));
afterAll(() => rmSync(folder, { recursive: true }));

const workbook = makeXlsx({ rows: Array.from({ length: 50 }, (_, row) => [row, `text ${row}`]) });
const documents = [
  makeDocx(),
  workbook,
  makePptx(),
  rawZip([{ name: '[Content_Types].xml', data: '<Types/>' }, { name: '_rels/.rels' }], { zip64: true }),
  makeCompoundFile({ EncryptedPackage: Buffer.alloc(700, 1), EncryptionInfo: Buffer.alloc(100, 2) }),
  officeCrypto.encrypt(makeDocx(), { password: 'x' }),
];

interface Change {
  /** From the start, or from the end, where the directory is. */
  at: number;
  fromEnd: boolean;
  bytes: Uint8Array;
}

const changes = fc.array(
  fc.record({
    at: fc.oneof(fc.nat(600), fc.nat(20_000)),
    fromEnd: fc.boolean(),
    bytes: fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 8 }),
      fc
        .constantFrom('ffffffff', '00000000', 'feffffff', '7fffffff', '01000000')
        .map((hex) => Buffer.from(hex, 'hex')),
    ),
  }),
  { maxLength: 6 },
);

/** The document, the changes to it and, optionally, how much of it to keep. */
const damage = fc.tuple(
  fc.nat(documents.length - 1),
  changes,
  fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 3 }),
);

function damaged([index, list, kept]: [number, Change[], number | null]): Buffer {
  const bytes = Buffer.from(documents[index] ?? '');
  for (const change of list) apply(bytes, change);
  return kept === null ? bytes : bytes.subarray(0, Math.floor(bytes.length * kept));
}

function apply(bytes: Buffer, { at, fromEnd, bytes: replacement }: Change): void {
  const place = at % bytes.length;
  Buffer.from(replacement).copy(bytes, fromEnd ? bytes.length - 1 - place : place);
}

/** Whether `work` succeeds or fails with one of the `expected` errors. */
async function survives(
  work: Promise<unknown>,
  ...expected: (abstract new (...args: never[]) => Error)[]
): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!expected.some((kind) => error instanceof kind)) throw error;
  }
}

describe('damaged files never crash or hang', () => {
  const runs = { numRuns: 1500, interruptAfterTimeLimit: 20_000, markInterruptAsFailure: true };

  it('when they are detected', async () => {
    await fc.assert(
      fc.asyncProperty(damage, (choice) =>
        survives(detectOfficeFile(fromBuffer(damaged(choice))), InputFault),
      ),
      runs,
    );
  });

  it('when their limits are checked', async () => {
    await fc.assert(
      fc.asyncProperty(damage, (choice) => survives(checkZipLimits(fromBuffer(damaged(choice))), InputFault)),
      runs,
    );
  });

  it('when the streams of a compound file are read', async () => {
    const readAll = async (bytes: Buffer): Promise<void> => {
      const file = await openCompoundFile(fromBuffer(bytes));
      for (const stream of file.root.values()) await survives(file.read(stream), FormatError);
    };
    await fc.assert(
      fc.asyncProperty(damage, (choice) => survives(readAll(damaged(choice)), FormatError)),
      runs,
    );
  });

  it('when a workbook is rotated', async () => {
    const turn = async (bytes: Buffer): Promise<void> => {
      const input = join(folder, 'in.xlsx');
      const output = join(folder, 'out.xlsx');
      writeFileSync(input, bytes);
      rmSync(output, { force: true });
      await editParts(input, output, sheetEdits({ landscape: true, paper: paperSizes.A4 }));
    };
    await fc.assert(
      fc.asyncProperty(changes, async (list) => {
        const bytes = Buffer.from(workbook);
        for (const change of list) apply(bytes, change);
        await survives(turn(bytes), InputFault);
      }),
      { ...runs, numRuns: 300 },
    );
  });
});
