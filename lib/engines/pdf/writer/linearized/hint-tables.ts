import { BitWriter, bitsOf } from './bit-writer.ts';
import type { SharedContainers } from './shared-containers.ts';

/** Where something begins in a file: its object number, and its offset as if there were no hint stream. */
export interface Place {
  number: number;
  offset: number;
}

/** What the hint tables say about a file. Lengths are in bytes; objects of object streams do not count. */
export interface Hints {
  firstPage: Place;
  pages: { objects: Uint32Array; lengths: Uint32Array; shared: SharedContainers };
  /** The objects of the first page, and then those that several further pages share. */
  shared: { ofFirstPage: number; lengths: Uint32Array; first: Place | undefined };
  outlines: (Place & { objects: number; length: number }) | undefined;
}

/** The data of a hint stream, and the offsets in them that its dictionary states. */
export interface HintTables {
  data: Buffer;
  shared: number;
  outlines: number | undefined;
}

/** The hint tables of a linearized file (PDF 32000-1, F.4). */
export function hintTables({ firstPage, pages, shared, outlines }: Hints): HintTables {
  const out = new BitWriter();
  writePages(out, pages, { offset: firstPage.offset, sharedTotal: shared.lengths.length });
  const sharedAt = out.length;
  writeShared(out, shared);
  const outlinesAt = out.length;
  if (outlines) {
    for (const value of [outlines.number, outlines.offset, outlines.objects, outlines.length])
      out.put(value, 32);
  }
  return { data: out.finish(), shared: sharedAt, outlines: outlines ? outlinesAt : undefined };
}

/** Numbers as differences to the least of them, and how many bits these take. */
function differences(values: Uint32Array): { least: number; bits: number; values: Uint32Array } {
  const least = values.reduce((a, b) => Math.min(a, b), values[0] ?? 0);
  const greatest = values.reduce((a, b) => Math.max(a, b), 0);
  return { least, bits: bitsOf(greatest - least), values: values.map((value) => value - least) };
}

/**
 * The page offset hint table (F.4.1). Contents of pages are not located: as Acrobat does it, they begin and end with
 * their page. Nothing is known about where in a page its shared objects are needed.
 */
function writePages(
  out: BitWriter,
  { objects, lengths, shared }: Hints['pages'],
  { offset, sharedTotal }: { offset: number; sharedTotal: number },
): void {
  const counts = differences(objects);
  const sizes = differences(lengths);
  const sharedBits = bitsOf(shared.counts.reduce((a, b) => Math.max(a, b), 0));
  const indexBits = bitsOf(sharedTotal);
  out.put(counts.least, 32);
  out.put(offset, 32);
  out.put(counts.bits, 16);
  out.put(sizes.least, 32);
  out.put(sizes.bits, 16);
  out.put(0, 32);
  out.put(0, 16);
  out.put(sizes.least, 32);
  out.put(sizes.bits, 16);
  out.put(sharedBits, 16);
  out.put(indexBits, 16);
  out.put(0, 16);
  out.put(1, 16);
  out.column(counts.values, counts.bits);
  out.column(sizes.values, sizes.bits);
  out.column(shared.counts, sharedBits);
  out.column(shared.indices, indexBits);
  out.column(sizes.values, sizes.bits);
}

/** The shared object hint table (F.4.2), with groups of one object and without signatures. */
function writeShared(out: BitWriter, { ofFirstPage, lengths, first }: Hints['shared']): void {
  const sizes = differences(lengths);
  out.put(first?.number ?? 0, 32);
  out.put(first?.offset ?? 0, 32);
  out.put(ofFirstPage, 32);
  out.put(lengths.length, 32);
  out.put(0, 16);
  out.put(sizes.least, 32);
  out.put(sizes.bits, 16);
  out.column(sizes.values, sizes.bits);
  out.column(new Uint8Array(lengths.length), 1);
}
