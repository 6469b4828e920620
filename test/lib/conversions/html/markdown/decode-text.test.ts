import { describe, expect, it } from 'vitest';
import { decodeText } from '#lib/conversions/html/markdown/decode-text.ts';

describe('decodeText', () => {
  it.each([
    ['UTF-8', Buffer.from('größer')],
    ['UTF-8 with a byte order mark', Buffer.from('\ufeffgrößer')],
    ['UTF-16, little-endian', Buffer.from('\ufeffgrößer', 'utf16le')],
    ['UTF-16, big-endian', Buffer.from('\ufeffgrößer', 'utf16le').swap16()],
  ])('reads %s', (_, content) => {
    expect(decodeText(content, 'file')).toBe('größer');
  });

  it('rejects another encoding', () => {
    expect(() => decodeText(Buffer.from('größer', 'latin1'), 'template')).toThrow('UTF-8');
  });
});
