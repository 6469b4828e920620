/** The colour spaces of ICC profiles (ICC.1, 7.2.6) that correspond to device colours, with their number of components. */
const componentsOf = new Map([
  ['GRAY', 1],
  ['RGB ', 3],
  ['CMYK', 4],
]);

const headerBytes = 128;

const textAt = (profile: Uint8Array, at: number): string =>
  Buffer.from(profile.subarray(at, at + 4)).toString('latin1');

/** The number of components of a profile's device colours; undefined if it is not a profile for device colours. */
export const profileComponents = (profile: Uint8Array): number | undefined =>
  componentsOf.get(textAt(profile, 16));

/** The profile, if it is whole and its colours have that many components. */
export function profileFor(components: number, profile: Uint8Array | undefined): Uint8Array | undefined {
  if (!profile || profile.length < headerBytes || textAt(profile, 36) !== 'acsp') return undefined;
  const length = new DataView(profile.buffer, profile.byteOffset).getUint32(0);
  const isWhole = length >= headerBytes && length <= profile.length;
  return isWhole && profileComponents(profile) === components ? profile.subarray(0, length) : undefined;
}
