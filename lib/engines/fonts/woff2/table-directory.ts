import { damagedFont } from '../font-data.ts';
import type { ByteStream } from './byte-stream.ts';
import { knownTags } from './known-tags.ts';

/** A table in a WOFF2 file. */
export interface PackedTable {
  tag: string;
  /** Length in the font, in bytes. Of a transformed table, what the file claims. */
  length: number;
  /** Length in the decompressed data. */
  packedLength: number;
  isTransformed: boolean;
}

/** The versions of transforms: of most tables 0 is none, of glyf and loca 3. */
const untransformed = (tag: string): number => (tag === 'glyf' || tag === 'loca' ? 3 : 0);

/** The versions that exist besides. */
const transforms: Readonly<Record<string, number>> = { glyf: 0, loca: 0, hmtx: 1 };

const ownTag = 63;

/**
 * Reads the table directory (WOFF2, 4.1).
 *
 * @throws InputFault `invalid-file-type` when it lists a table twice, or an unknown transform
 */
export function readPackedTables(stream: ByteStream, count: number): PackedTable[] {
  const tables = new Map<string, PackedTable>();
  for (let index = 0; index < count; index += 1) {
    const flags = stream.u8();
    const known = flags & 0x3f;
    const tag = known === ownTag ? stream.take(4).toString('latin1') : (knownTags[known] ?? '');
    const version = flags >> 6;
    const isTransformed = version !== untransformed(tag);
    if (isTransformed && transforms[tag] !== version)
      throw damagedFont(`its table ${tag} has an unknown form`);
    const length = stream.base128();
    const packedLength = isTransformed ? stream.base128() : length;
    if (tables.has(tag)) throw damagedFont(`it lists the table ${tag.trim()} twice`);
    tables.set(tag, { tag, length, packedLength, isTransformed });
  }
  const [glyf, loca] = [tables.get('glyf'), tables.get('loca')];
  if (glyf?.isTransformed !== loca?.isTransformed || (loca?.isTransformed && loca.packedLength !== 0)) {
    throw damagedFont('its tables glyf and loca do not belong together');
  }
  return [...tables.values()];
}
