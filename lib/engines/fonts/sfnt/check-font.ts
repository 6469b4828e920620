import { InputFault } from '../../../base/input-fault.ts';
import { damagedFont, FontData } from '../font-data.ts';
import { checkGlyphs } from './glyphs.ts';
import { type FontTables, readTables, rejectOverlaps } from './tables.ts';

const needed = ['head', 'hhea', 'hmtx', 'maxp', 'cmap', 'name'];
const headMagic = 0x5f0f3cf5;

/** The tables that a font needs for its outlines: TrueType's, or one of PostScript's. */
const outlines = [['glyf', 'loca'], ['CFF '], ['CFF2']];

/**
 * Checks a TrueType or OpenType font: its tables, their lengths, and the references between them.
 *
 * @returns its tables
 * @throws InputFault `invalid-file-type` when the font is damaged or must not be embedded
 */
export function checkFont(font: Buffer): FontTables {
  const tables = readTables(font);
  rejectOverlaps(tables, font);
  const lacking = needed.filter((tag) => !tables.has(tag));
  if (lacking.length > 0) throw damagedFont(`it has no table ${lacking.join(', ')}`);
  if (!outlines.some((tags) => tags.every((tag) => tables.has(tag)))) {
    throw damagedFont('it has no outlines (glyf and loca, CFF or CFF2)');
  }
  rejectRestricted(tables);
  const table = (tag: string): FontData => new FontData(tables.get(tag) ?? Buffer.alloc(0), `${tag} table`);
  const head = table('head');
  head.require(0, 54);
  const unitsPerEm = head.u16(18);
  if (head.u32(12) !== headMagic || unitsPerEm < 16 || unitsPerEm > 16_384) throw head.damage('is not valid');
  const glyphs = table('maxp').u16(4);
  const metrics = table('hhea').u16(34);
  if (glyphs === 0) throw table('maxp').damage('says that there are no glyphs');
  if (metrics === 0 || metrics > glyphs) throw table('hhea').damage('is not valid');
  table('hmtx').require(0, metrics * 4 + (glyphs - metrics) * 2);
  const [loca, glyf] = [tables.get('loca'), tables.get('glyf')];
  if (loca && glyf) checkGlyphs(loca, glyf, { glyphs, hasLongOffsets: head.u16(50) !== 0 });
  return tables;
}

/** The license in `fsType` (OpenType 1.9, `OS/2`): the lowest four bits are exclusive. */
const embedding = { mask: 0xf, restricted: 2, bitmapOnly: 0x200 } as const;

/** Rejects fonts that forbid what every PDF does with them. Whether a picture shows the font is no matter of `fsType`. */
function rejectRestricted(tables: FontTables): void {
  const windows = tables.get('OS/2');
  if (!windows) return;
  const type = new FontData(windows, 'OS/2 table').u16(8);
  if ((type & embedding.mask) !== embedding.restricted && (type & embedding.bitmapOnly) === 0) return;
  throw new InputFault(
    'invalid-file-type',
    'has a license that forbids embedding (fsType in the OS/2 table)',
  );
}
