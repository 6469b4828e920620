import { type AddressRange, isInRange, parseAddressRange, parseIpAddress } from './ip-address.ts';

/**
 * IPv4 addresses that are not public unicast: those that the IANA IPv4 Special-Purpose Address Registry
 * (https://www.iana.org/assignments/iana-ipv4-special-registry) lists as not globally reachable, multicast (RFC 5771),
 * and two kinds that the registry lists as reachable or does not list, but that a local network may serve.
 */
const specialIPv4 = ranges(
  '0.0.0.0/8', // this network, RFC 791
  '10.0.0.0/8', // private use, RFC 1918
  '100.64.0.0/10', // carrier-grade NAT, RFC 6598
  '127.0.0.0/8', // loopback, RFC 1122
  '169.254.0.0/16', // link local, RFC 3927; instance metadata of most clouds
  '172.16.0.0/12', // private use, RFC 1918
  '192.0.0.0/24', // IETF protocol assignments, RFC 6890, including a few anycast services
  '192.0.2.0/24', // documentation, RFC 5737
  '192.88.99.0/24', // 6to4 relay anycast, RFC 7526
  '192.168.0.0/16', // private use, RFC 1918
  '198.18.0.0/15', // benchmarking, RFC 2544
  '198.51.100.0/24', // documentation, RFC 5737
  '203.0.113.0/24', // documentation, RFC 5737
  '224.0.0.0/4', // multicast, RFC 5771
  '240.0.0.0/4', // reserved, RFC 1112, and limited broadcast, RFC 8190
  // Anycast addresses that any network may serve locally.
  '192.31.196.0/24', // AS112, RFC 7535
  '192.52.193.0/24', // automatic multicast tunnelling, RFC 7450
  '192.175.48.0/24', // AS112, RFC 7534
  '168.63.129.16/32', // the host of an Azure machine, on an otherwise public address
);

/** The only block from which IANA assigns unicast addresses (RFC 4291). Private addresses are outside it. */
const unicastIPv6 = range('2000::/3');

/**
 * Ranges in that block that are not public unicast, from the IANA IPv6 Special-Purpose Address Registry
 * (https://www.iana.org/assignments/iana-ipv6-special-registry).
 */
const specialIPv6 = ranges(
  '2001::/23', // IETF protocol assignments, RFC 2928: Teredo, benchmarking, ORCHID, anycast services
  '2001:db8::/32', // documentation, RFC 3849
  '2002::/16', // 6to4, RFC 3056: a tunnel to the IPv4 address inside
  '2620:4f:8000::/48', // AS112, RFC 7534: anycast that any network may serve locally
  '3fff::/20', // documentation, RFC 9637
);

/**
 * IPv4 behind a NAT64 gateway (RFC 6052), which lets an IPv6-only machine reach public IPv4 addresses. Its counterpart
 * for local use, 64:ff9b:1::/48 (RFC 8215), is outside 2000::/3 and stays rejected.
 */
const nat64 = range('64:ff9b::/96');

/**
 * Whether an address is public unicast: one host on the internet, outside this machine, its network and its cloud.
 *
 * IPv4-mapped (`::ffff:10.0.0.1`), IPv4-compatible, translated, 6to4 and Teredo addresses are rejected whatever IPv4
 * address they embed, because only tunnels and obfuscated spellings use them. For NAT64 the embedded address decides.
 *
 * @param ip an address in text form; any other text, including an address with a zone id, is not public
 */
export function isPublicAddress(ip: string): boolean {
  const address = parseIpAddress(ip);
  if (!address) return false;
  if (address.length === 4) return isPublicIPv4(address);
  if (isInRange(address, nat64)) return isPublicIPv4(address.subarray(12));
  return isInRange(address, unicastIPv6) && !specialIPv6.some((special) => isInRange(address, special));
}

const isPublicIPv4 = (address: Uint8Array): boolean =>
  !specialIPv4.some((special) => isInRange(address, special));

function range(text: string): AddressRange {
  const parsed = parseAddressRange(text);
  if (!parsed) throw new Error(`Not an address range: ${text}`);
  return parsed;
}

function ranges(...texts: string[]): AddressRange[] {
  return texts.map(range);
}
