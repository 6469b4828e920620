import { describe, expect, it } from 'vitest';
import { fileAt } from '../../../functions/docs/console/chosen-file.ts';

describe('the file at a URL', () => {
  it.each([
    [' https://example.com/a/My%20file.pdf?x=1', 'My file.pdf'],
    ['https://example.com', 'example.com'],
    ['https://example.com/%E0%A4%A', '%E0%A4%A'],
  ])('%s is named %s', (text, name) => {
    expect(fileAt(text, ['https:'])).toMatchObject({ name, reference: new URL(text.trim()).href });
  });

  it.each(['http://example.com/a.pdf', 'ftp://example.com/a.pdf', 'example.com/a.pdf', ''])(
    '%s is none where only https is permitted',
    (text) => {
      expect(fileAt(text, ['https:'])).toBeUndefined();
    },
  );
});
