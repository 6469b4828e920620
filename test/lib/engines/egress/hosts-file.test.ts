import { describe, expect, it } from 'vitest';
import { addressesInHosts } from '#lib/engines/egress/hosts-file.ts';

const hosts = [
  '# comment with intranet.example',
  '127.0.0.1\tlocalhost',
  '::1     localhost ip6-localhost',
  '',
  '  10.0.0.5 intranet.example wiki   # and wiki2',
  '10.0.0.6 intranet.example\r',
  'not-an-address broken.example',
  '10.0.0.7',
].join('\n');

describe('addressesInHosts', () => {
  it.each([
    ['localhost', ['127.0.0.1', '::1']],
    ['ip6-localhost', ['::1']],
    ['intranet.example', ['10.0.0.5', '10.0.0.6']],
    ['wiki', ['10.0.0.5']],
    // Parts of names, comments and malformed lines match nothing.
    ['wiki2', []],
    ['intranet', []],
    ['example', []],
    ['broken.example', []],
    ['10.0.0.7', []],
    ['comment', []],
    ['missing.example', []],
  ])('finds %s at %j', (name, addresses) => {
    expect(addressesInHosts(hosts, name)).toEqual(addresses);
  });
});
