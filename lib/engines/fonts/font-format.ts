import { InputFault } from '../../base/input-fault.ts';

type FontFormat = 'TrueType' | 'OpenType' | 'WOFF2';

/** The first four bytes of fonts, and of files that are mistaken for fonts that can be used. */
const signatures: ReadonlyMap<number, FontFormat | { found: string }> = new Map<
  number,
  FontFormat | { found: string }
>([
  [0x00010000, 'TrueType'],
  [0x74727565, 'TrueType'],
  [0x4f54544f, 'OpenType'],
  [0x774f4632, 'WOFF2'],
  [0x774f4646, { found: 'a WOFF font' }],
  [0x74746366, { found: 'a collection of fonts' }],
]);

/** The extension of a font for applications that detect formats by it. `font` is not WOFF2. */
export const fontExtension = (font: Buffer): '.otf' | '.ttf' =>
  fontFormat(font) === 'OpenType' ? '.otf' : '.ttf';

/** Number of bytes that `fontFormat` needs. */
export const fontSignatureBytes = 4;

/**
 * Returns the format of a font by its first bytes.
 *
 * @throws InputFault `invalid-file-type` when it is none of the three
 */
export function fontFormat(start: Buffer): FontFormat {
  const signature = start.length < fontSignatureBytes ? undefined : signatures.get(start.readUInt32BE());
  if (typeof signature === 'string') return signature;
  const found = signature?.found ?? 'a file of another kind';
  throw new InputFault('invalid-file-type', `is ${found}, not a TrueType, OpenType or WOFF2 font`);
}
