import { describe, expect, it } from 'vitest';
import { parseControl, parsePackagesIndex } from '../../layers/debian/control.ts';

const hash = 'ab'.repeat(32);

describe('control files', () => {
  it('are paragraphs of fields with case-insensitive names', () => {
    const paragraphs = parseControl('Package: one\nVersion:  1:2-3 \n\n\n# a remark\nPACKAGE: two\n');
    expect(paragraphs.map((paragraph) => Object.fromEntries(paragraph))).toEqual([
      { package: 'one', version: '1:2-3' },
      { package: 'two' },
    ]);
  });

  it('fold long fields', () => {
    const [paragraph] = parseControl('Signed-By:\n line one\n .\n line two\nSuites: x\n');
    expect(paragraph?.get('signed-by')).toBe('\nline one\n.\nline two');
    expect(paragraph?.get('suites')).toBe('x');
  });

  it('keep colons in values', () => {
    expect(parseControl('URIs: https://example.org:8080/debian')[0]?.get('uris')).toBe(
      'https://example.org:8080/debian',
    );
  });

  it.each(['no field here', ': value', ' folded from nothing'])('%j is rejected', (text) => {
    expect(() => parseControl(text)).toThrow('Control file');
  });
});

describe('a Packages index', () => {
  it('has versions, sizes and hashes', () => {
    const text = `Package: libc6\nVersion: 2.41-12\nSize: 2846580\nSHA256: ${hash.toUpperCase()}\nDescription: C\n library\n`;
    expect(parsePackagesIndex(text)).toEqual([
      { name: 'libc6', version: '2.41-12', size: 2_846_580, sha256: hash },
    ]);
  });

  it.each([
    ['without a hash', 'Package: a\nVersion: 1\nSize: 1\n', 'a has no field "sha256"'],
    ['with a short hash', 'Package: a\nVersion: 1\nSize: 1\nSHA256: abc\n', 'unusable'],
    ['without a size', `Package: a\nVersion: 1\nSize: many\nSHA256: ${hash}\n`, 'unusable'],
  ])('%s is rejected', (_, text, message) => {
    expect(() => parsePackagesIndex(text)).toThrow(message);
  });
});
