import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAuthority } from '#lib/engines/egress/authority.ts';
import { parseHost } from '#lib/engines/egress/host.ts';

describe('parseHost', () => {
  it.each([
    ...[
      '127.0.0.1',
      '127.1',
      '127.0.1',
      '2130706433',
      '0x7f000001',
      '0x7F.0.0.1',
      '0x7f.1',
      '0177.0.0.1',
      '017700000001',
    ],
    ...[
      '0x7f.0x0.0x0.0x1',
      '00000177.1',
      '127.0.0.1.',
      '127.1.',
      '%31%32%37.1',
      '127%2e0.0.1',
      '１２７.0.0.1',
      '127。0。0。1',
      '①②⑦.0.0.1',
      '0x7f。1',
      '127\u00ad.0.0.1',
    ],
  ])('%s is the address 127.0.0.1', (text) => {
    expect(parseHost(text)).toMatchObject({ kind: 'address', text: '127.0.0.1' });
  });

  it.each([
    ['[::1]', '::1'],
    ['[0:0:0:0:0:0:0:1]', '::1'],
    ['[::ffff:127.0.0.1]', '::ffff:7f00:1'],
    ['[::FFFF:7F00:1]', '::ffff:7f00:1'],
    ['[64:ff9b::10.0.0.5]', '64:ff9b::a00:5'],
    ['0', '0.0.0.0'],
    ['0x', '0.0.0.0'],
    ['4294967295', '255.255.255.255'],
    ['0xa9fea9fe', '169.254.169.254'],
  ])('%s is the address %s', (text, expected) => {
    expect(parseHost(text)).toMatchObject({ kind: 'address', text: expected });
  });

  it.each([
    ['example.com', 'example.com', false],
    ['EXAMPLE.com.', 'example.com', true],
    ['localhost', 'localhost', false],
    ['bücher.example', 'xn--bcher-kva.example', false],
    ['ＥＸＡＭＰＬＥ.com', 'example.com', false],
    ['ex\u00adample.com', 'example.com', false],
    ['example。com', 'example.com', false],
    ['_dmarc.a-b.example', '_dmarc.a-b.example', false],
    ['127.0.0.1.example', '127.0.0.1.example', false],
    ['1.2.3.4.5a', '1.2.3.4.5a', false],
  ])('%s is the name %s', (text, expected, absolute) => {
    expect(parseHost(text)).toEqual({ kind: 'name', text: expected, absolute });
  });

  it.each([
    ...[
      '',
      '.',
      '..',
      'a..b',
      '.a',
      'a..',
      ' a',
      'a b',
      'a\tb',
      '\ta',
      'a\n',
      'a/b',
      'a\\b',
      'a?b',
      'a#b',
      'u@a',
      'a:80',
    ],
    ...[
      '::1',
      '[::1',
      '::1]',
      '[::1]x',
      '[::1%25lo]',
      '[::1%lo]',
      '[127.0.0.1]',
      '[]',
      '1.2.3.256',
      '1.2.3.4.5',
      '256.1',
      '4294967296',
      '08.1.1.1',
      'a.1',
    ],
    ...[
      'a*b',
      '*',
      'a,b',
      'a;b',
      "a'b",
      'a$b',
      'a%00b',
      'a%2fb',
      'a%40b',
      'a%5cb',
      'a|b',
      'a<b',
      `${'a'.repeat(64)}.example`,
    ],
    `${'a.'.repeat(127)}com`,
  ])('%j is not a host', (text) => {
    expect(parseHost(text)).toBeUndefined();
  });

  it('parses its own output to the same result', () => {
    fc.assert(
      fc.property(fc.oneof(fc.domain(), fc.ipV4Extended(), fc.string()), (text) => {
        const host = parseHost(text);
        if (!host) return;
        const written = host.text.includes(':') ? `[${host.text}]` : host.text;
        expect(parseHost(written)).toMatchObject({ kind: host.kind, text: host.text });
      }),
    );
  });
});

describe('parseAuthority', () => {
  it.each([
    ['example.com', 'example.com', undefined],
    ['example.com:443', 'example.com', 443],
    ['[::1]:80', '::1', 80],
    ['[::1]', '::1', undefined],
    ['127.1:0080', '127.0.0.1', 80],
    ['a:0', 'a', 0],
  ])('reads %s', (text, host, port) => {
    expect(parseAuthority(text)).toMatchObject({ host: { text: host }, port });
  });

  it.each([
    '',
    ':80',
    'a:',
    'a:65536',
    'a:x',
    'a:80:80',
    '::1:80',
    'a:-1',
    'a:+80',
    'a: 80',
    'u@a:80',
    'http://a:80',
  ])('rejects %j', (text) => {
    expect(parseAuthority(text)).toBeUndefined();
  });
});
