/** Addresses inside of networks, clouds and machines. */
export const privateAddresses = [
  '127.0.0.1',
  '127.255.255.254',
  '10.0.0.5',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.100.100.200',
  '168.63.129.16',
  '0.0.0.0',
] as const;

const bytesOf = (address: string): number[] => address.split('.').map(Number);
const valueOf = (address: string): number => bytesOf(address).reduce((value, byte) => value * 256 + byte, 0);
const hex = (byte: number): string => byte.toString(16).padStart(2, '0');

/** IPv6 groups of an IPv4 address: `a00:5`. */
const groups = (address: string): string => {
  const [a = 0, b = 0, c = 0, d = 0] = bytesOf(address);
  return `${hex(a)}${hex(b)}:${hex(c)}${hex(d)}`;
};

/** Ways to write an IPv4 address in a URL, all of which lead browsers and resolvers to it. */
export const spellings: Readonly<Record<string, (address: string) => string>> = {
  dotted: (address) => address,
  'with a trailing dot': (address) => `${address}.`,
  decimal: (address) => String(valueOf(address)),
  hexadecimal: (address) => `0x${valueOf(address).toString(16)}`,
  'hexadecimal parts': (address) =>
    bytesOf(address)
      .map((byte) => `0x${hex(byte)}`)
      .join('.'),
  'octal parts': (address) =>
    bytesOf(address)
      .map((byte) => `0${byte.toString(8)}`)
      .join('.'),
  'octal parts, padded': (address) =>
    bytesOf(address)
      .map((byte) => `000${byte.toString(8)}`)
      .join('.'),
  'three parts': (address) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytesOf(address);
    return `${a}.${b}.${c * 256 + d}`;
  },
  'full-width digits': (address) =>
    address.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  'ideographic dots': (address) => address.replaceAll('.', '。'),
  'percent-encoded': (address) => address.replaceAll(/\d/g, (digit) => `%3${digit}`),
  'mapped to IPv6': (address) => `[::ffff:${address}]`,
  'mapped to IPv6, hexadecimal': (address) => `[0:0:0:0:0:FFFF:${groups(address)}]`,
  'compatible with IPv6': (address) => `[::${groups(address)}]`,
  'behind NAT64': (address) => `[64:ff9b::${groups(address)}]`,
  'in 6to4': (address) => `[2002:${groups(address)}::1]`,
};

/** Private and special IPv6 addresses. */
export const privateIPv6 = [
  '::1',
  '::',
  'fe80::1',
  'fc00::1',
  'fd00:ec2::254',
  'fec0::1',
  'ff02::1',
  '2001:db8::1',
  '3fff::1',
  '64:ff9b:1::a00:5',
  '100::1',
  '2001:0:4136:e378:8000:63bf:f5ff:fffa',
] as const;
