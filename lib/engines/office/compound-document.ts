import { InputFault } from '../../base/input-fault.ts';
import { FormatError, fromFile } from '../../base/random-access.ts';
import { type CompoundFile, openCompoundFile } from './compound-file.ts';
import { withShownSheets } from './xls-window.ts';

/**
 * Checks a legacy document before LibreOffice reads it: its directory, and that its streams do not share data. What is
 * in the streams is not checked, except for the sheet that a workbook shows first.
 *
 * @param output where a corrected copy is written, if it is necessary
 * @throws InputFault `damaged-document` when the document fails a check
 */
export async function prepareCompoundDocument(
  document: string,
  output: string,
): Promise<{ inputFile: string; isEncrypted: boolean }> {
  await using file = await fromFile(document);
  try {
    const compound = await openCompoundFile(file);
    // Each byte belongs to one stream. A small file whose streams share sectors could be as large as any.
    if (compound.declaredBytes > file.size) throw new FormatError('streams are larger than the file');
    if (await isEncrypted(compound)) return { inputFile: document, isEncrypted: true };
    return { inputFile: await withShownSheets(document, compound, output), isEncrypted: false };
  } catch (cause) {
    if (!(cause instanceof FormatError)) throw cause;
    throw new InputFault('damaged-document', 'is damaged and cannot be read', { cause });
  }
}

async function isEncrypted(compound: CompoundFile): Promise<boolean> {
  const startOf = async (name: string): Promise<Buffer> => {
    const stream = compound.root.get(name);
    if (!stream) return Buffer.alloc(0);
    for await (const piece of compound.pieces(stream)) return piece;
    return Buffer.alloc(0);
  };
  return (
    isEncryptedWord(await startOf('WordDocument')) ||
    isEncryptedWorkbook(await startOf('Workbook')) ||
    isEncryptedWorkbook(await startOf('Book')) ||
    isEncryptedPresentation(await startOf('Current User'))
  );
}

/** The flag fEncrypted of the file information block ([MS-DOC] 2.5.2). */
const isEncryptedWord = (start: Buffer): boolean =>
  start.length >= 12 && (start.readUInt16LE(10) & 0x0100) !== 0;

/** A record FilePass among the first of the globals ([MS-XLS] 2.4.117, 2.1.7.20.3). */
function isEncryptedWorkbook(start: Buffer): boolean {
  const [filePass, mostRecords] = [0x2f, 8];
  for (let at = 0, record = 0; record < mostRecords && at + 4 <= start.length; record += 1) {
    if (start.readUInt16LE(at) === filePass) return true;
    at += 4 + start.readUInt16LE(at + 2);
  }
  return false;
}

/** The header token of CurrentUserAtom ([MS-PPT] 2.3.2). */
const isEncryptedPresentation = (start: Buffer): boolean =>
  start.length >= 16 && start.readUInt32LE(12) === 0xf3d1c4df;
