import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isInRange, parseAddressRange, parseIpAddress } from '#lib/engines/egress/ip-address.ts';

const address = (text: string): Uint8Array => {
  const bytes = parseIpAddress(text);
  if (!bytes) throw new Error(text);
  return bytes;
};
const contains = (range: string, ip: string): boolean => {
  const parsed = parseAddressRange(range);
  if (!parsed) throw new Error(range);
  return isInRange(address(ip), parsed);
};

describe('IP addresses', () => {
  it.each([
    ['1.2.3.4', [1, 2, 3, 4]],
    ['255.0.255.0', [255, 0, 255, 0]],
    ['::', [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
    ['::1', [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]],
    ['1::', [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
    ['1:2:3:4:5:6:7:89ab', [0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0x89, 0xab]],
    ['1:2:3:4:5:6:7::', [0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 0]],
    ['::FFFF:1.2.3.4', [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 1, 2, 3, 4]],
    ['1:2:3:4:5:6:1.2.3.4', [0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 1, 2, 3, 4]],
  ])('%s is the bytes %j', (text, bytes) => {
    expect(Array.from(address(text))).toEqual(bytes);
  });

  it.each(['fe80::1%lo', '01.2.3.4', '1.2.3', '1:2:3:4:5:6:7', '::1::', '', '[::1]', '0x7f000001'])(
    '%j is not an address',
    (text) => {
      expect(parseIpAddress(text)).toBeUndefined();
    },
  );

  it('are parsed as the URL standard writes them', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
        const groups = Array.from({ length: 8 }, (_, index) =>
          (((bytes[2 * index] ?? 0) << 8) | (bytes[2 * index + 1] ?? 0)).toString(16),
        );
        const compressed = new URL(`http://[${groups.join(':')}]/`).hostname.slice(1, -1);
        expect(Array.from(address(compressed))).toEqual(Array.from(bytes));
      }),
    );
  });
});

describe('address ranges', () => {
  it.each([
    ['10.0.0.0/8', '10.255.255.255', true],
    ['10.0.0.0/8', '11.0.0.0', false],
    ['10.1.2.0/23', '10.1.3.255', true],
    ['10.1.2.0/23', '10.1.4.0', false],
    ['10.1.2.3/32', '10.1.2.3', true],
    ['10.1.2.3/32', '10.1.2.2', false],
    ['0.0.0.0/0', '255.255.255.255', true],
    ['0.0.0.0/0', '::', false],
    ['fd00::/9', 'fd7f::1', true],
    ['fd00::/9', 'fd80::1', false],
    ['::/0', '10.0.0.1', false],
    ['::ffff:0:0/96', '10.0.0.1', false],
    ['fd00::5/128', 'fd00::5', true],
  ])('%s contains %s: %s', (range, ip, expected) => {
    expect(contains(range, ip)).toBe(expected);
  });

  it.each([
    '10.0.0.5/8',
    '10.0.0.0/33',
    '10.0.0.0/08',
    '10.0.0.0/',
    '10.0.0.0',
    '/8',
    'fd00::1/64',
    '::/129',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    'host/8',
    '10.0.0.0/ 8',
  ])('%s is not a range', (text) => {
    expect(parseAddressRange(text)).toBeUndefined();
  });
});
