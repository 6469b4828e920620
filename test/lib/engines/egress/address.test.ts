import { BlockList } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '#lib/engines/egress/address.ts';

/** Repeated here on purpose: the list under test must not be checked against itself. */
const specialIPv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

const specialIPv6 = [
  '::/128',
  '::1/128',
  '::/96',
  '::ffff:0:0/96',
  '::ffff:0:0:0/96',
  '64:ff9b:1::/48',
  '100::/64',
  '100:0:0:1::/64',
  '200::/7',
  '400::/6',
  '1000::/4',
  '2001::/23',
  '2001::/32',
  '2001:2::/48',
  '2001:10::/28',
  '2001:20::/28',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
  '4000::/3',
  '5f00::/16',
  '6000::/3',
  '8000::/3',
  'a000::/3',
  'c000::/3',
  'e000::/4',
  'f000::/5',
  'f800::/6',
  'fc00::/7',
  'fe00::/9',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
];

const toNumber = (ip: string): bigint => {
  if (ip.includes('.')) return ip.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n);
  const [head = '', tail = ''] = ip.split('::');
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const zeros = new Array<string>(8 - groups(head).length - groups(tail).length).fill('0');
  return [...groups(head), ...zeros, ...groups(tail)].reduce(
    (sum, group) => sum * 65_536n + BigInt(`0x${group}`),
    0n,
  );
};
const toIPv4 = (value: bigint): string =>
  [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join('.');
const toIPv6 = (value: bigint): string =>
  [112n, 96n, 80n, 64n, 48n, 32n, 16n, 0n]
    .map((shift) => ((value >> shift) & 65_535n).toString(16))
    .join(':');

/** First, second, middle and last address of a range. */
function samples(range: string): string[] {
  const [base = '', prefix = ''] = range.split('/');
  const isIPv4 = base.includes('.');
  const first = toNumber(base);
  const size = 1n << BigInt((isIPv4 ? 32 : 128) - Number(prefix));
  const values = new Set([first, first + size / 2n, first + size - 1n]);
  if (size > 1n) values.add(first + 1n);
  return [...values].map(isIPv4 ? toIPv4 : toIPv6);
}

/** The forms in which an IPv6 address can embed an IPv4 address. */
const embeddings: Record<string, (high: string, low: string) => string> = {
  mapped: (high, low) => `::ffff:${high}:${low}`,
  compatible: (high, low) => `::${high}:${low}`,
  translated: (high, low) => `::ffff:0:${high}:${low}`,
  NAT64: (high, low) => `64:ff9b::${high}:${low}`,
  'local NAT64': (high, low) => `64:ff9b:1::${high}:${low}`,
  'local NAT64 of /48': (high, low) =>
    `64:ff9b:1:${high}:${low.padStart(4, '0').slice(0, 2)}:${low.padStart(4, '0').slice(2)}00::`,
  '6to4': (high, low) => `2002:${high}:${low}::1`,
  'Teredo server': (high, low) => `2001:0:${high}:${low}::1`,
  'Teredo client': (high, low) => `2001:0:4136:e378:8000:63bf:${inverted(high)}:${inverted(low)}`,
};
const inverted = (group: string): string => (0xffff ^ Number.parseInt(group, 16)).toString(16);
const embed = (name: string, ip: string): string => {
  const value = toNumber(ip);
  const write = embeddings[name];
  if (!write) throw new Error(name);
  return write((value >> 16n).toString(16), (value & 65_535n).toString(16));
};

describe('isPublicAddress rejects', () => {
  it.each(
    [...specialIPv4, ...specialIPv6].flatMap((range) => samples(range).map((ip) => [ip, range] as const)),
  )('%s of %s', (ip) => {
    expect(isPublicAddress(ip)).toBe(false);
  });

  const hidden = [
    '127.0.0.1',
    '10.0.0.5',
    '169.254.169.254',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '0.0.0.0',
  ];
  it.each(
    Object.keys(embeddings).flatMap((name) => hidden.map((ip) => [embed(name, ip), ip, name] as const)),
  )('%s: %s as %s address', (ip) => {
    expect(isPublicAddress(ip)).toBe(false);
  });

  it.each([
    ['fd00:ec2::254', 'instance metadata of AWS'],
    ['fd00:ec2::23', 'container credentials of AWS'],
    ['169.254.170.2', 'container credentials of AWS'],
    ['fd20:ce::254', 'metadata of Google Cloud'],
    ['100.100.100.200', 'metadata of Alibaba Cloud'],
    ['192.0.0.192', 'metadata of Oracle Cloud'],
    ['::ffff:127.0.0.1', 'mixed spelling'],
    ['::127.0.0.1', 'mixed spelling'],
    ['64:ff9b::127.0.0.1', 'mixed spelling'],
    ['0:0:0:0:0:FFFF:7F00:0001', 'upper case, written out'],
    ['::ffff:8.8.8.8', 'a mapped address, though what is inside is public'],
    ['2002:808:808::1', '6to4, though what is inside is public'],
    ['64:ff9b:0:1::808:808', 'beside the NAT64 prefix'],
  ])('%s: %s', (ip) => {
    expect(isPublicAddress(ip)).toBe(false);
  });

  it.each([
    '',
    'localhost',
    'example.com',
    '8.8.8',
    '8.8.8.8.8',
    '8.8.8.256',
    '08.8.8.8',
    '010.8.8.8',
    '0x8.8.8.8',
    '134744072',
    '8.8.8.8 ',
    ' 8.8.8.8',
    '8.8.8.8\n',
    '8.8.8.8/32',
    '8.8.8.8:53',
    '８.8.8.8',
    '[2606:4700::1111]',
    '2606:4700::1111%eth0',
    'fe80::1%eth0',
    '2606:4700::1111/128',
    '2606:4700:::1111',
    '2606::4700::1111',
    '2606:4700:1111',
    '12606:4700::1111',
    '2606:4700::g',
    '2606:4700:1:2:3:4:5:6:7',
    '2606:4700::8.8.8',
    '2606:4700::08.8.8.8',
  ])("%j, which is not an address in the resolver's form", (ip) => {
    expect(isPublicAddress(ip)).toBe(false);
  });

  it('private IPv4 addresses in every embedding', () => {
    const privateIPv4 = fc.oneof(
      ...specialIPv4.map((range) => {
        const [base = '', prefix = ''] = range.split('/');
        const first = toNumber(base);
        const max = first + (1n << BigInt(32 - Number(prefix))) - 1n;
        return fc.bigInt({ min: first, max }).map(toIPv4);
      }),
    );
    fc.assert(
      fc.property(privateIPv4, fc.constantFrom(...Object.keys(embeddings)), (ip, name) => {
        expect(isPublicAddress(ip)).toBe(false);
        expect(isPublicAddress(embed(name, ip))).toBe(false);
      }),
      { numRuns: 3000 },
    );
  });

  it('every text that is not an address, without throwing', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from('0123456789abcdefg:.%/[] ')), maxLength: 24 }),
        (text) => {
          expect(isPublicAddress(`${text}%1`)).toBe(false);
          expect(typeof isPublicAddress(text)).toBe('boolean');
        },
      ),
    );
  });
});

describe('isPublicAddress accepts', () => {
  it.each([
    ...['1.0.0.0', '1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '93.184.216.34', '100.63.255.255'],
    ...['100.128.0.0', '126.255.255.255', '128.0.0.0', '168.63.129.15', '168.63.129.17', '169.253.255.255'],
    ...[
      '169.255.0.0',
      '172.15.255.255',
      '172.32.0.0',
      '191.255.255.255',
      '192.0.1.0',
      '192.0.1.255',
      '192.0.3.0',
    ],
    ...['192.31.195.255', '192.31.197.0', '192.52.192.255', '192.52.194.0', '192.88.98.255', '192.88.100.0'],
    ...['192.167.255.255', '192.169.0.0', '192.175.47.255', '192.175.49.0', '198.17.255.255', '198.20.0.0'],
    ...['198.51.99.255', '198.51.101.0', '203.0.112.255', '203.0.114.0', '223.255.255.255', '52.94.236.248'],
    ...[
      '2000::',
      '2000::1',
      '2001:200::',
      '2001:200::1',
      '2001:4860:4860::8888',
      '2001:db7:ffff::1',
      '2001:db9::',
    ],
    ...[
      '2003::1',
      '2400:cb00::1',
      '2600:1f18::1',
      '2606:4700:4700::1111',
      '2620:4f:7fff:ffff::1',
      '2620:4f:8001::',
    ],
    ...['2620:fe::fe', '2a00:1450:4001::200e', '2a05:d018::1', '2c0f:fb50::1', '3ffe:ffff::', '3fff:1000::1'],
    ...['2001:ffff::1', '2003:808:808::', '2606:2800:220:1:248:1893:25c8:1946', '2606:4700::8.8.8.8'],
    ...['64:ff9b::8.8.8.8', '64:ff9b::808:808', '64:ff9b::1.1.1.1', '0064:FF9B:0:0:0:0:0808:0808'],
  ])('%s', (ip) => {
    expect(isPublicAddress(ip)).toBe(true);
  });

  it('exactly the IPv4 addresses outside special ranges, directly and through NAT64', () => {
    const special = new BlockList();
    for (const range of specialIPv4) {
      const [base = '', prefix] = range.split('/');
      special.addSubnet(base, Number(prefix), 'ipv4');
    }
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 0xffff_ffffn }).map(toIPv4), (ip) => {
        expect(isPublicAddress(ip)).toBe(!special.check(ip, 'ipv4'));
        expect(isPublicAddress(embed('NAT64', ip))).toBe(!special.check(ip, 'ipv4'));
      }),
      { numRuns: 5000 },
    );
  });

  it('exactly the IPv6 addresses outside special ranges, in every spelling', () => {
    const special = new BlockList();
    for (const range of specialIPv6) {
      const [base = '', prefix] = range.split('/');
      special.addSubnet(base, Number(prefix), 'ipv6');
    }
    const anyIPv6 = fc
      .tuple(
        fc.constantFrom(0n, 0x64n, 0x2001n, 0x2002n, 0x2606n, 0x2620n, 0x3fffn, 0xfd00n),
        fc.bigInt({ min: 0n, max: (1n << 112n) - 1n }),
      )
      .map(([first, rest]) => (first << 112n) | rest);
    fc.assert(
      fc.property(anyIPv6, (value) => {
        const ip = toIPv6(value);
        fc.pre(!(value >> 32n === 0x64_ff9bn << 64n));
        const expected = !special.check(ip, 'ipv6') && value >> 125n === 1n;
        expect(isPublicAddress(ip)).toBe(expected);
        expect(isPublicAddress(ip.toUpperCase())).toBe(expected);
        expect(isPublicAddress(new URL(`http://[${ip}]/`).hostname.slice(1, -1))).toBe(expected);
      }),
      { numRuns: 3000 },
    );
  });
});
