import { describe, expect, it } from 'vitest';
import { resolveUri } from '#lib/engines/pdf/assembly/links/uri-reference.ts';

describe('resolveUri', () => {
  // The examples of RFC 3986, sections 5.4.1 and 5.4.2.
  it.each([
    ['g:h', 'g:h'],
    ['g', 'http://a/b/c/g'],
    ['./g', 'http://a/b/c/g'],
    ['g/', 'http://a/b/c/g/'],
    ['/g', 'http://a/g'],
    ['//g', 'http://g'],
    ['?y', 'http://a/b/c/d;p?y'],
    ['g?y', 'http://a/b/c/g?y'],
    ['#s', 'http://a/b/c/d;p?q#s'],
    ['g#s', 'http://a/b/c/g#s'],
    ['g?y#s', 'http://a/b/c/g?y#s'],
    [';x', 'http://a/b/c/;x'],
    ['g;x', 'http://a/b/c/g;x'],
    ['', 'http://a/b/c/d;p?q'],
    ['.', 'http://a/b/c/'],
    ['./', 'http://a/b/c/'],
    ['..', 'http://a/b/'],
    ['../', 'http://a/b/'],
    ['../g', 'http://a/b/g'],
    ['../..', 'http://a/'],
    ['../../g', 'http://a/g'],
    ['../../../g', 'http://a/g'],
    ['/./g', 'http://a/g'],
    ['/../g', 'http://a/g'],
    ['g.', 'http://a/b/c/g.'],
    ['..g', 'http://a/b/c/..g'],
    ['./../g', 'http://a/b/g'],
    ['g/./h', 'http://a/b/c/g/h'],
    ['g/../h', 'http://a/b/c/h'],
    ['g?y/../x', 'http://a/b/c/g?y/../x'],
    ['g#s/../x', 'http://a/b/c/g#s/../x'],
  ])('resolves %j', (reference, expected) => {
    expect(resolveUri(reference, 'http://a/b/c/d;p?q')).toBe(expected);
  });

  it('puts a path after an authority without one', () => {
    expect(resolveUri('g', 'http://a')).toBe('http://a/g');
  });

  it('returns a reference unchanged if the base is not absolute', () => {
    expect(resolveUri('g', '/b/c')).toBe('g');
  });
});
