import { changesFor, endChanges, paintRuns, rowBytes } from './changing-elements.ts';
import { CodeReader, codeTable } from './code-reader.ts';
import { Colour, endOfLine, modeCodes, multiple, runCodes } from './run-codes.ts';

/** How a picture is coded (ITU-T T.4 and T.6; PDF 32000-1, table 11). */
export interface FaxCoding {
  width: number;
  height: number;
  /** `mixed`: each line says whether it is coded in one dimension or in two. */
  dimensions: 'one' | 'mixed' | 'two';
  /** Whether each line begins in a new byte. */
  isAligned: boolean;
  /** The bit of white pixels in the result. */
  white: 0 | 1;
}

const longestCode = 13;

const runTables = runCodes.map(({ runs, multiples }) =>
  codeTable(
    [
      ...runs.map((code, length) => [code, length] as const),
      ...multiples.map((code, index) => [code, (index + 1) * multiple] as const),
    ],
    longestCode,
  ),
);

const longestMode = 7;

/** Beyond the distances of vertical modes. */
const Mode = { pass: 4, horizontal: 5 } as const;

const modeTable = codeTable(
  [
    [modeCodes.pass, Mode.pass],
    [modeCodes.horizontal, Mode.horizontal],
    ...[...modeCodes.vertical].map(([distance, code]) => [code, distance] as const),
  ],
  longestMode,
);

/** The bits of an end of line but the last, which any number of zeros can precede. */
const zeros = endOfLine.length - 1;

/**
 * Decodes a picture that was coded for facsimile. Returns its rows, each in whole bytes; undefined if a code is invalid, lines
 * are missing, or the data switch to an extension.
 */
export function decodeFax(bytes: Uint8Array, coding: FaxCoding): Uint8Array | undefined {
  const { width, height, dimensions, isAligned, white } = coding;
  const reader = new CodeReader(bytes);
  const data = new Uint8Array(rowBytes(width) * height);
  if (white === 1) data.fill(0xff);
  let above = changesFor(width);
  let current = changesFor(width);
  endChanges(above, 0, width);
  for (let row = 0; row < height; row += 1) {
    if (isAligned) reader.skipToByte();
    const hasEnd = dimensions !== 'two' && skipEndOfLine(reader);
    if (reader.isAtEnd || (dimensions === 'mixed' && !hasEnd)) return undefined;
    const isFlat = dimensions === 'one' || (dimensions === 'mixed' && readBit(reader) === 1);
    const count = isFlat ? readFlat(reader, current, width) : readRow(reader, above, current, width);
    if (count === undefined) return undefined;
    endChanges(current, count, width);
    paintRuns({ width, height, data }, row, white, current, count);
    [above, current] = [current, above];
  }
  return data;
}

function readBit(reader: CodeReader): number {
  const bit = reader.peek(1);
  reader.skip(1);
  return bit;
}

/** Skips the end of a line, if there is one. */
function skipEndOfLine(reader: CodeReader): boolean {
  if (reader.peek(zeros) !== 0) return false;
  while (!reader.isAtEnd) if (readBit(reader) === 1) return true;
  return false;
}

/** The length of a run: the sum of its codes. */
function readRun(reader: CodeReader, colour: number, most: number): number | undefined {
  const table = runTables[colour] as (typeof runTables)[number];
  let length = 0;
  for (;;) {
    const part = reader.read(table, longestCode);
    if (part === undefined) return undefined;
    length += part;
    if (length > most) return undefined;
    if (part < multiple) return length;
  }
}

/** A line in one dimension. Returns the number of changes. */
function readFlat(reader: CodeReader, changes: Uint32Array, width: number): number | undefined {
  let count = 0;
  let colour: number = Colour.white;
  for (let at = 0; at < width;) {
    const run = readRun(reader, colour, width - at);
    // Only the first run can be empty, or lines would need no end.
    if (run === undefined || (run === 0 && count > 0)) return undefined;
    at += run;
    changes[count] = at;
    count += 1;
    colour ^= 1;
  }
  return count;
}

/** A line in two dimensions. Returns the number of changes. */
function readRow(
  reader: CodeReader,
  above: Uint32Array,
  changes: Uint32Array,
  width: number,
): number | undefined {
  let count = 0;
  let colour: number = Colour.white;
  let other = 0;
  for (let at = -1; at < width;) {
    while ((above[other] as number) <= at && (above[other] as number) < width) other += 1;
    const matching = other + ((other ^ colour) & 1);
    const mode = reader.read(modeTable, longestMode);
    if (mode === undefined) return undefined;
    if (mode === Mode.pass) {
      at = above[matching + 1] as number;
      continue;
    }
    if (mode === Mode.horizontal) {
      const start = Math.max(0, at);
      const first = readRun(reader, colour, width - start);
      const second = first === undefined ? undefined : readRun(reader, colour ^ 1, width - start - first);
      if (first === undefined || second === undefined) return undefined;
      // Only at the edges runs can be empty, or lines would need no end.
      if ((first === 0 && at >= 0) || (second === 0 && start + first < width)) return undefined;
      changes[count] = start + first;
      changes[count + 1] = start + first + second;
      count += 2;
      at = start + first + second;
      continue;
    }
    const next = (above[matching] as number) + mode;
    if (next < Math.max(0, at) || (next === at && count > 0) || next > width) return undefined;
    changes[count] = next;
    count += 1;
    colour ^= 1;
    at = next;
  }
  return count;
}
