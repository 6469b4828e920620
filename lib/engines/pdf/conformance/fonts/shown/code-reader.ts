import { nameAt, resolved } from '../../../assembly/lookup.ts';
import { decodeStream, filtersOf } from '../../../filters/decode-stream.ts';
import { keys } from '../../../keys.ts';
import { type PDFDict, PDFRawStream } from '../../../objects.ts';
import type { InflationAccount } from '../../../work-budget.ts';
import { type CMap, readCMap } from './cmap.ts';

/** Divides strings into the codes of a font. */
export interface CodeReader {
  read(text: Uint8Array, visit: (code: number, length: number) => void): void;
  /** The character id of a code; of simple fonts the code itself. Undefined if only a predefined CMap defines it. */
  idOf(code: number): number | undefined;
}

const single: CodeReader = {
  read(text, visit) {
    for (const code of text) visit(code, 1);
  },
  idOf: (code) => code,
};

const double: CodeReader = {
  read(text, visit) {
    for (let at = 0; at + 1 < text.length; at += 2)
      visit(((text[at] as number) << 8) | (text[at + 1] as number), 2);
  },
  idOf: (code) => code,
};

/**
 * The reader for the codes of a font (PDF 32000-1, 9.7.6.2).
 *
 * @throws InputFault `file-too-large` when a CMap exceeds the account
 */
export function codeReader(font: PDFDict, account: InflationAccount): CodeReader {
  if (nameAt(font, keys.Subtype) !== 'Type0') return single;
  const encoding = resolved(font.context, font.get(keys.Encoding));
  if (encoding instanceof PDFRawStream) {
    const cmap = cmapOf(encoding, account);
    return cmap ? mappedReader(cmap) : double;
  }
  const name = nameAt(font, keys.Encoding) ?? '';
  if (name.startsWith('Identity')) return double;
  return predefinedReader(name);
}

/**
 * Reads a CMap that is a stream; undefined if it cannot be decoded.
 *
 * @throws InputFault `file-too-large` when it exceeds the account
 */
export function cmapOf({ dict, contents }: PDFRawStream, account: InflationAccount): CMap | undefined {
  const filters = filtersOf(dict);
  const decoded = filters && decodeStream(contents, filters, account);
  return decoded && readCMap(decoded.bytes);
}

function mappedReader(cmap: CMap): CodeReader {
  const isIdentity = cmap.base?.startsWith('Identity') ?? false;
  const { spaces } = cmap;
  return {
    read(text, visit) {
      for (let at = 0; at < text.length;) {
        const length = spaces.length === 0 ? 2 : lengthAt(text, at, spaces);
        visit(codeAt(text, at, length), length);
        at += length;
      }
    },
    idOf: (code) => cmap.idOf(code) ?? (isIdentity ? code : undefined),
  };
}

/** The length of the code at a position. Each byte of a code is within the range of its place. */
function lengthAt(text: Uint8Array, at: number, spaces: CMap['spaces']): number {
  for (const { length, first, last } of spaces) {
    let isWithin = at + length <= text.length;
    for (let index = 0; isWithin && index < length; index += 1) {
      const shift = 2 ** (8 * (length - 1 - index));
      const byte = text[at + index] as number;
      isWithin = byte >= Math.floor(first / shift) % 256 && byte <= Math.floor(last / shift) % 256;
    }
    if (isWithin) return length;
  }
  return Math.min(...spaces.map(({ length }) => length));
}

function codeAt(text: Uint8Array, at: number, length: number): number {
  let code = 0;
  for (let index = 0; index < length; index += 1) code = code * 256 + (text[at + index] ?? 0);
  return code;
}

/** The codes of predefined CMaps (PDF 32000-1, table 118) by their character sets: which first bytes begin two. */
function predefinedReader(name: string): CodeReader {
  const begins = [...leadBytes].find(([part]) => name.includes(part))?.[1];
  if (!begins) return { ...double, idOf: () => undefined };
  return {
    read(text, visit) {
      for (let at = 0; at < text.length;) {
        const length = begins(text[at] as number) && at + 1 < text.length ? 2 : 1;
        visit(codeAt(text, at, length), length);
        at += length;
      }
    },
    idOf: () => undefined,
  };
}

const leadBytes: ReadonlyMap<string, (byte: number) => boolean> = new Map([
  ['RKSJ', (byte: number) => (byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xfc)],
  ['EUC', (byte: number) => byte >= 0x80],
  ['GBK', (byte: number) => byte >= 0x81],
  ['GBpc', (byte: number) => byte >= 0xa1],
  ['KSC', (byte: number) => byte >= 0x81],
  ['B5', (byte: number) => byte >= 0x81],
  ['ETen', (byte: number) => byte >= 0x81],
  ['HKscs', (byte: number) => byte >= 0x81],
]);
