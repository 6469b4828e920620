import { InputFault } from '../../../../../base/input-fault.ts';
import { readTables } from '../../../../fonts/sfnt/tables.ts';
import { dictAt, resolved } from '../../../assembly/lookup.ts';
import { decodeStream, filtersOf } from '../../../filters/decode-stream.ts';
import { keys } from '../../../keys.ts';
import { type PDFDict, PDFRawStream } from '../../../objects.ts';
import type { InflationAccount } from '../../../work-budget.ts';
import type { ProgramKey } from '../font-dictionary.ts';
import { CffProgram } from './cff-program.ts';
import { TrueTypeProgram } from './true-type-program.ts';
import { Type1Program } from './type1-program.ts';

/** A font program and the entry of the descriptor that has it. */
export interface EmbeddedProgram {
  key: ProgramKey;
  stream: PDFRawStream;
  /** Undefined if it is damaged, or of a kind that cannot be changed. */
  program: TrueTypeProgram | CffProgram | Type1Program | undefined;
  /** Whether PostScript outlines are in an OpenType font. */
  isWrapped: boolean;
}

/**
 * Reads the program of a font, of whatever kind it is: some documents have it in the entry for another kind.
 *
 * @param font the font, or of a composite font its descendant
 * @returns undefined if the font is not embedded
 * @throws InputFault `file-too-large` when the program exceeds the account
 */
export function readProgram(font: PDFDict, account: InflationAccount): EmbeddedProgram | undefined {
  const descriptor = dictAt(font, keys.FontDescriptor);
  for (const key of ['FontFile', 'FontFile2', 'FontFile3'] as const) {
    const stream = descriptor && resolved(font.context, descriptor.get(keys[key]));
    if (!(stream instanceof PDFRawStream)) continue;
    const filters = filtersOf(stream.dict);
    const decoded = filters && decodeStream(stream.contents, filters, account);
    // The changes of a program are in memory of its own.
    const bytes = Buffer.from(decoded?.bytes ?? []);
    return { key, stream, ...parsed(bytes) };
  }
  return undefined;
}

const openType = 0x4f54544f;

function parsed(bytes: Buffer): Pick<EmbeddedProgram, 'program' | 'isWrapped'> {
  const start = bytes.length < 4 ? 0 : bytes.readUInt32BE();
  if (start === openType) {
    const table = tableOf(bytes, 'CFF ');
    return { program: table && CffProgram.read(table), isWrapped: true };
  }
  if (start === 0x00010000 || start === 0x74727565)
    return { program: TrueTypeProgram.read(bytes), isWrapped: false };
  if (bytes[0] === 1 && bytes[1] === 0) return { program: CffProgram.read(bytes), isWrapped: false };
  return { program: Type1Program.read(bytes), isWrapped: false };
}

function tableOf(font: Buffer, tag: string): Buffer | undefined {
  try {
    return readTables(font).get(tag);
  } catch (error) {
    if (error instanceof InputFault) return undefined;
    throw error;
  }
}
