import { isIPv4, isIPv6 } from 'node:net';

/**
 * An IP address as bytes in network order, 4 for IPv4 and 16 for IPv6. Comparisons of bytes do not depend on how the
 * address was spelled.
 *
 * @returns undefined for any text but the strict forms (RFC 4291, section 2.2, and four decimal numbers without leading
 *   zeros); zone ids (`fe80::1%eth0`), `127.1` and `0x7f000001` are not accepted
 */
export function parseIpAddress(text: string): Uint8Array | undefined {
  if (isIPv4(text)) return Uint8Array.from(decimalBytes(text));
  if (!isIPv6(text) || text.includes('%')) return undefined;
  const [head = '', tail] = text.split('::');
  const before = groupBytes(head);
  if (tail === undefined) return Uint8Array.from(before);
  const after = groupBytes(tail);
  const zeros = new Array<number>(16 - before.length - after.length).fill(0);
  return Uint8Array.from([...before, ...zeros, ...after]);
}

const decimalBytes = (text: string): number[] => text.split('.').map(Number);

function groupBytes(groups: string): number[] {
  if (groups === '') return [];
  return groups.split(':').flatMap((group) => {
    if (group.includes('.')) return decimalBytes(group);
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}

/** The addresses of one family that share the first `prefixLength` bits of `base`. */
export interface AddressRange {
  base: Uint8Array;
  prefixLength: number;
}

/**
 * Parses CIDR notation: `10.0.0.0/8`, `fd00::/8`.
 *
 * @returns undefined unless the text is an address, a slash and a prefix length of its family, with no bits set after
 *   the prefix
 */
export function parseAddressRange(text: string): AddressRange | undefined {
  const [, address = '', prefix = ''] = /^([^/]+)\/(0|[1-9]\d{0,2})$/.exec(text) ?? [];
  const base = parseIpAddress(address);
  const prefixLength = Number(prefix);
  if (!base || prefixLength > base.length * 8) return undefined;
  const hasNoOtherBits = base.every((byte, index) => (byte & ~maskByte(prefixLength, index)) === 0);
  return hasNoOtherBits ? { base, prefixLength } : undefined;
}

/** An address of the other family is never in the range, nor is the IPv6 mapping of an IPv4 address. */
export function isInRange(address: Uint8Array, { base, prefixLength }: AddressRange): boolean {
  return (
    address.length === base.length &&
    base.every((byte, index) => (((address[index] ?? 0) ^ byte) & maskByte(prefixLength, index)) === 0)
  );
}

/** The bits of byte `index` that are part of the prefix. */
function maskByte(prefixLength: number, index: number): number {
  const bits = Math.min(8, Math.max(0, prefixLength - index * 8));
  return 0xff & (0xff << (8 - bits));
}
