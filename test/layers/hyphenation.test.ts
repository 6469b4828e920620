import { describe, expect, it } from 'vitest';
import {
  groupPatterns,
  hyphenationSettings,
  withoutLongPatterns,
} from '../../layers/libreoffice/hyphenation.ts';

const names = [
  'README',
  'hyph_de_AT.dic',
  'hyph_de_DE.dic',
  'hyph_en_US.dic',
  'hyph_fr.dic',
  'hyph_sr-Latn_RS.dic',
];
const patterns = groupPatterns(names, (name) => name.replace('_AT', '_DE'));

describe('hyphenation patterns', () => {
  it('serve every language of their file names and links', () => {
    expect([...patterns]).toEqual([
      ['hyph_de_DE.dic', ['de-AT', 'de-DE']],
      ['hyph_en_US.dic', ['en-US', 'en-CA', 'en-PH']],
      ['hyph_fr.dic', ['fr']],
      ['hyph_sr-Latn_RS.dic', ['sr-Latn-RS']],
    ]);
  });

  it('are referenced in the settings by their path in the layer', () => {
    const settings = hyphenationSettings(patterns);
    expect(settings).toContain(
      '<value>vnd.sun.star.expand:$BRAND_BASE_DIR/share/hyphen/hyph_de_DE.dic</value>',
    );
    expect(settings).toContain('<value>de-AT de-DE</value>');
    expect(settings.match(/<value>DICT_HYPH<\/value>/g)).toHaveLength(patterns.size);
    expect(settings).not.toContain('/usr/');
  });

  it('stay unchanged in a file that loads fast', () => {
    const file = Buffer.from('UTF-8\n1a\n.re8pe4ti1tious.\n');
    expect(withoutLongPatterns(file)).toBe(file);
  });

  it.each([
    ['UTF-8', 'utf8'],
    ['ISO8859-1', 'latin1'],
  ] as const)('lose the longest ones if a file in %s loads slowly', (name, encoding) => {
    const head = [name, '# a comment of any length', 'COMPOUNDLEFTHYPHENMIN 2'];
    const kept = ['1ä1b', '.1ä2ä3ä4ä5ä6ä7ä8ä9ä0ä.', 'ab1/a=bcdefghijklm,1,2'];
    const words = Array.from({ length: 80_000 }, () => 'an1bau1kon1zession');
    const file = (lines: string[]) => Buffer.from(`${lines.join('\n')}\n`, encoding);
    expect(withoutLongPatterns(file([...head, ...words, ...kept])).toString(encoding)).toBe(
      file([...head, ...kept]).toString(encoding),
    );
  });
});
