import { describe, expect, it } from 'vitest';
import {
  formatSources,
  parseSourceLines,
  parseSourceParagraphs,
  retargetSources,
} from '../../layers/debian/sources.ts';

const deb822 = [
  '# the distribution',
  'Types: deb deb-src',
  'URIs: https://mirror.example/debian',
  'Suites: bookworm bookworm-updates bookworm-backports',
  'Components: main contrib',
  'Signed-By: /usr/share/keyrings/one.gpg',
  '',
  'Types: deb',
  'URIs: https://mirror.example/debian-security',
  'Suites: bookworm-security',
  'Components: main',
  '',
  'Types: deb',
  'URIs: https://elsewhere.example/apt',
  'Suites: nodistro',
  'Components: main',
  '',
  'Enabled: no',
  'Types: deb',
  'URIs: https://off.example/debian',
  'Suites: bookworm',
  'Components: main',
].join('\n');

describe("a machine's apt sources", () => {
  it('of another release use the same pockets there, main only', () => {
    expect(retargetSources(parseSourceParagraphs(deb822), 'bookworm', 'trixie')).toEqual([
      {
        uris: ['https://mirror.example/debian'],
        suites: ['trixie', 'trixie-updates'],
        components: ['main'],
        signedBy: '/usr/share/keyrings/one.gpg',
      },
      { uris: ['https://mirror.example/debian-security'], suites: ['trixie-security'], components: ['main'] },
    ]);
  });

  it('may be written as lines', () => {
    const text = [
      'deb [arch=amd64 signed-by=/k.gpg] http://mirror.example/debian stable main # remark',
      'deb-src http://mirror.example/debian stable main',
      '# deb http://off.example/debian stable main',
      'deb http://mirror.example/debian stable-backports main',
    ].join('\n');
    expect(retargetSources(parseSourceLines(text), 'bookworm', 'trixie')).toEqual([
      {
        uris: ['http://mirror.example/debian'],
        suites: ['trixie'],
        components: ['main'],
        signedBy: '/k.gpg',
      },
    ]);
  });

  it('of other archives are left out', () => {
    const other = [{ uris: ['https://x.example'], suites: ['nodistro'], components: ['main'] }];
    expect(retargetSources(other, 'bookworm', 'trixie')).toEqual([]);
  });

  it('are parsed as they were written, including inline keys', () => {
    const key = '-----BEGIN PGP PUBLIC KEY BLOCK-----\n.\nabc=\n-----END PGP PUBLIC KEY BLOCK-----';
    const source = {
      uris: ['https://m.example'],
      suites: ['trixie'],
      components: ['main'],
      signedBy: `\n${key}`,
    };
    expect(parseSourceParagraphs(formatSources([source], '/default.gpg'))).toEqual([source]);
  });

  it('without a key are verified with the default one', () => {
    const source = { uris: ['https://m.example'], suites: ['trixie'], components: ['main'] };
    expect(
      formatSources([source, source], '/default.gpg').match(/^Signed-By: \/default\.gpg$/gm),
    ).toHaveLength(2);
  });
});
