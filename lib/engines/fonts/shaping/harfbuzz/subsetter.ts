import { createFace, Heap, type HeapExports, tagOf } from './heap.ts';

/** The functions of the program that are used; pointers are numbers. */
interface SubsettingExports extends HeapExports {
  _initialize(): void;
  hb_blob_create(data: number, length: number, mode: number, userData: number, destroy: number): number;
  hb_blob_destroy(blob: number): void;
  hb_blob_get_length(blob: number): number;
  hb_blob_get_data(blob: number, length: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_face_reference_blob(face: number): number;
  hb_set_add(set: number, value: number): void;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_set_flags(input: number, flags: number): void;
  hb_subset_input_glyph_set(input: number): number;
  hb_subset_input_set(input: number, kind: number): number;
  hb_subset_input_pin_all_axes_to_default(input: number, face: number): number;
  hb_subset_or_fail(face: number, input: number): number;
}

/** `HB_SUBSET_FLAGS_…` */
const flags = { noHinting: 0x1, retainGlyphIds: 0x2, noLayoutClosure: 0x200 } as const;

/** `HB_SUBSET_SETS_DROP_TABLE_TAG` */
const droppedTables = 3;

/** Tables that a font embedded in a PDF does not need (PDF 32000-1, 9.9): its text is shaped. */
const unneededTables = [
  ...['GSUB', 'GPOS', 'GDEF', 'BASE', 'JSTF', 'MATH', 'kern', 'name', 'OS/2', 'post', 'cmap', 'gasp', 'meta'],
  ...['vhea', 'vmtx', 'VORG', 'STAT', 'DSIG', 'COLR', 'CPAL', 'SVG ', 'CBDT', 'CBLC', 'sbix'],
];

/** What a subset has. */
export interface SubsetOptions {
  glyphs: Iterable<number>;
  /** Whether glyphs keep their ids: all others are then empty. */
  keepsGlyphIds: boolean;
}

/**
 * Makes a font with some of the glyphs of another, and the parts that these consist of; variable fonts become fixed.
 * Each call uses an instance of its own: fonts are up to tens of megabytes, and the memory of an instance never shrinks.
 *
 * @param index the face's place in a collection of fonts
 * @throws Error when HarfBuzz cannot read the font
 */
export function subsetFont(
  program: WebAssembly.Module,
  font: Uint8Array,
  index: number,
  { glyphs, keepsGlyphIds }: SubsetOptions,
): Buffer {
  const exports = new WebAssembly.Instance(program).exports as unknown as SubsettingExports;
  exports._initialize();
  const heap = new Heap(exports);
  const face = createFace(exports, heap, font, index);
  const input = exports.hb_subset_input_create_or_fail();
  const idFlag = keepsGlyphIds ? flags.retainGlyphIds : 0;
  exports.hb_subset_input_set_flags(input, flags.noHinting | flags.noLayoutClosure | idFlag);
  const glyphSet = exports.hb_subset_input_glyph_set(input);
  for (const glyph of glyphs) exports.hb_set_add(glyphSet, glyph);
  const dropped = exports.hb_subset_input_set(input, droppedTables);
  for (const table of unneededTables) exports.hb_set_add(dropped, tagOf(table));
  exports.hb_subset_input_pin_all_axes_to_default(input, face);
  const subset = exports.hb_subset_or_fail(face, input);
  if (subset === 0) throw new Error('HarfBuzz cannot make a subset of the font');
  const blob = exports.hb_face_reference_blob(subset);
  const { buffer, byteOffset, byteLength } = heap.view(
    exports.hb_blob_get_data(blob, 0),
    exports.hb_blob_get_length(blob),
  );
  return Buffer.from(new Uint8Array(buffer, byteOffset, byteLength));
}
