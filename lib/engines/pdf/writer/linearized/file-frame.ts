import { deflate } from '../../filters/deflate.ts';
import { compressionLevel } from '../compression-level.ts';
import { streamRows, tableRows } from '../cross-reference-rows.ts';
import type { Encoding } from '../document-writer.ts';
import { headerOf } from '../object-chunks.ts';
import { fileHints } from './file-hints.ts';
import type { FileNumbers } from './file-numbers.ts';
import type { FilePlan } from './file-plan.ts';
import { type HintTables, hintTables } from './hint-tables.ts';
import type { ObjectPlaces } from '../object-places.ts';
import type { SharedContainers } from './shared-containers.ts';
import type { WrittenContainers } from './write-containers.ts';

/** The parts of a linearized file that have its objects. */
export interface FileParts {
  plan: FilePlan;
  numbers: FileNumbers;
  written: WrittenContainers;
  shared: SharedContainers;
}

/** What surrounds the objects of a file. */
interface Frame {
  /** The header, the linearization dictionary and the first cross-reference. */
  head: Buffer;
  hints: Buffer;
  /** The main cross-reference. */
  tail: Buffer;
  /** The bytes that the first cross-reference takes. Unless there is room for them, the frame is not valid. */
  needed: number;
}

interface FrameOptions extends Encoding {
  /** Entries for the trailers. */
  entries: string;
  /** The bytes that the first cross-reference may take. */
  room: number;
}

/** Room for a linearization dictionary with the largest numbers. */
const dictionaryBytes = 144;

/** After the first cross-reference. Readers begin with the offset at the end of the file, so this one is not used. */
const firstEnd = '\nstartxref\n0\n%%EOF\n';

/** Makes the frame of a file, and enters the places of its objects. */
export function frame(
  parts: FileParts,
  { entries, room, protection, level = compressionLevel, version }: FrameOptions,
): Frame {
  const { plan, numbers, written, shared } = parts;
  const header = headerOf(version);
  const start = `${header}${numbers.linearization} 0 obj\n`;
  const firstAt = start.length + dictionaryBytes;
  const openingAt = firstAt + room + firstEnd.length;
  const hintsAt = openingAt + written.opening.length;
  const tables = hintTables(fileHints(plan, numbers, written, shared, hintsAt));
  const hints = hintStream(numbers.hints, tables, { protection, level });
  const bodyAt = hintsAt + hints.length;
  const mainAt = bodyAt + written.body.length;
  enterPlaces(parts, { linearizationAt: header.length, firstAt, openingAt, hintsAt, bodyAt, mainAt });

  const { linearization, size } = numbers;
  const rows = { places: written.places, length: mainAt, level };
  const first = crossReference(rows, {
    stream: numbers.firstCrossReference,
    start: linearization,
    end: size,
    entries: `/Size ${size}/Prev ${mainAt}${entries}`,
  });
  const main = crossReference(rows, {
    stream: numbers.mainCrossReference,
    start: 0,
    end: linearization,
    entries: `/Size ${linearization}${entries}`,
  });
  const tail = Buffer.concat([main.bytes, Buffer.from(`startxref\n${firstAt}\n%%EOF\n`)]);
  const dictionary = linearizationDictionary(parts, {
    length: mainAt + tail.length,
    hints: { start: hintsAt, end: bodyAt },
    firstPageEnd: bodyAt + (written.offsets[plan.firstPage.end] ?? written.body.length),
    mainAt: mainAt + main.firstRow,
  });
  const head = Buffer.alloc(openingAt, ' ');
  head.write(`${start}${dictionary}`, 'latin1');
  head.write('\nendobj\n', firstAt - '\nendobj\n'.length);
  first.bytes.copy(head, firstAt);
  head.write(firstEnd, openingAt - firstEnd.length);
  return { head, hints, tail, needed: first.bytes.length };
}

/** A cross-reference of a part of the file, as a stream or as a table. */
function crossReference(
  { places, length, level }: { places: ObjectPlaces; length: number; level: number },
  {
    stream,
    start,
    end,
    entries,
  }: { stream: number | undefined; start: number; end: number; entries: string },
): { bytes: Buffer; firstRow: number } {
  if (stream !== undefined) {
    const { format, data } = streamRows(places, { size: end, length, first: start, level });
    const index = start === 0 ? '' : `/Index[${start} ${end - start}]`;
    return { bytes: streamObject(stream, `/Type/XRef${format}${index}${entries}`, data), firstRow: 0 };
  }
  const head = Buffer.from(`xref\n${start} ${end - start}\n`, 'latin1');
  const trailer = Buffer.from(`trailer\n<<${entries}>>\n`, 'latin1');
  // A linearization dictionary gives the offset of the white space before the first row.
  return { bytes: Buffer.concat([head, tableRows(places, end, start), trailer]), firstRow: head.length - 1 };
}

/** The linearization dictionary (PDF 32000-1, table F.1). */
function linearizationDictionary(
  { plan: { firstPage, furtherPages }, numbers }: FileParts,
  {
    length,
    hints,
    firstPageEnd,
    mainAt,
  }: { length: number; hints: { start: number; end: number }; firstPageEnd: number; mainAt: number },
): string {
  return (
    `<</Linearized 1/L ${length}/H[${hints.start} ${hints.end - hints.start}]` +
    `/O ${numbers.containers[firstPage.start]}/E ${firstPageEnd}/N ${1 + furtherPages.length}/T ${mainAt}>>`
  );
}

/** The primary hint stream (table F.2). */
function hintStream(
  number: number,
  { data, shared, outlines }: HintTables,
  { protection, level }: { protection: Encoding['protection']; level: number },
): Buffer {
  const compressed = deflate(data, level);
  const tables = `/S ${shared}${outlines === undefined ? '' : `/O ${outlines}`}`;
  return streamObject(
    number,
    `${tables}/Filter/FlateDecode`,
    protection ? protection.encrypt(compressed) : compressed,
  );
}

/** Enters the places of everything that is not in an object stream. */
function enterPlaces(
  { plan, numbers, written: { offsets, encryptionOffset, places } }: FileParts,
  at: Record<'linearizationAt' | 'firstAt' | 'openingAt' | 'hintsAt' | 'bodyAt' | 'mainAt', number>,
): void {
  for (const [container, offset] of offsets.entries()) {
    const start = container < plan.firstPage.start ? at.openingAt : at.bodyAt;
    places.place(numbers.containers[container] as number, start + offset);
  }
  if (numbers.encryption !== undefined) places.place(numbers.encryption, at.openingAt + encryptionOffset);
  places.place(numbers.linearization, at.linearizationAt);
  if (numbers.firstCrossReference !== undefined) places.place(numbers.firstCrossReference, at.firstAt);
  places.place(numbers.hints, at.hintsAt);
  if (numbers.mainCrossReference !== undefined) places.place(numbers.mainCrossReference, at.mainAt);
}

const streamObject = (number: number, dict: string, data: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`${number} 0 obj\n<<${dict}/Length ${data.length}>>\nstream\n`, 'latin1'),
    data,
    Buffer.from('\nendstream\nendobj\n', 'latin1'),
  ]);
