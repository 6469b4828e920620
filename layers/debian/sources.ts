import { parseControl } from './control.ts';

/** A package source of a machine's apt: one deb822 paragraph or one `deb` line. */
export interface AptSource {
  readonly uris: readonly string[];
  readonly suites: readonly string[];
  readonly components: readonly string[];
  /** Keyring file or inline key, if the source specifies one. */
  readonly signedBy?: string;
}

const words = (text = ''): string[] => text.split(/\s+/).filter((word) => word !== '');

/** Parses `sources.list` lines: `deb [option=value …] uri suite component …`. Source: sources.list(5). */
export function parseSourceLines(text: string): AptSource[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const match = /^\s*deb\s+(?:\[([^\]]*)\]\s+)?(\S+)\s+(\S+)([^#]*)/.exec(line);
    if (!match) return [];
    const [, options, uri = '', suite = '', components] = match;
    const signedBy = /(?:^|\s)signed-by=(\S+)/.exec(options ?? '')?.[1];
    return [
      {
        uris: [uri],
        suites: [suite],
        components: words(components),
        ...(signedBy !== undefined && { signedBy }),
      },
    ];
  });
}

/** Parses deb822 `.sources` files. */
export function parseSourceParagraphs(text: string): AptSource[] {
  return parseControl(text)
    .filter((source) => words(source.get('types')).includes('deb'))
    .filter((source) => source.get('enabled')?.toLowerCase() !== 'no')
    .map((source) => {
      const signedBy = source.get('signed-by');
      return {
        uris: words(source.get('uris')),
        suites: words(source.get('suites')),
        components: words(source.get('components')),
        ...(signedBy !== undefined && { signedBy }),
      };
    });
}

const movingSuites = ['oldstable', 'stable', 'testing'];

/**
 * The same mirrors with another release: only Debian's own suites of the machine's release (plain, `-updates`,
 * `-security`) and the component `main` of each source. Backports and third-party archives are left out.
 */
export function retargetSources(
  sources: readonly AptSource[],
  machineCodename: string,
  codename: string,
): AptSource[] {
  const own = new Set([machineCodename, codename, ...movingSuites]);
  return sources.flatMap((source) => {
    const suites = source.suites.flatMap((suite) => {
      const [, release = '', pocket = ''] = /^(.*?)(-updates|-security)?\/?$/.exec(suite) ?? [];
      return own.has(release) ? [`${codename}${pocket}`] : [];
    });
    if (suites.length === 0 || !source.components.includes('main')) return [];
    return [{ ...source, suites: [...new Set(suites)], components: ['main'] }];
  });
}

/** Formats sources as a deb822 file; sources without a key are verified with `defaultKeyring`. */
export function formatSources(sources: readonly AptSource[], defaultKeyring: string): string {
  return sources
    .map((source) =>
      [
        'Types: deb',
        `URIs: ${source.uris.join(' ')}`,
        `Suites: ${source.suites.join(' ')}`,
        `Components: ${source.components.join(' ')}`,
        // An inline key has several lines, which deb822 requires to be indented.
        `Signed-By: ${(source.signedBy ?? defaultKeyring).replaceAll('\n', '\n ')}`,
        '',
      ].join('\n'),
    )
    .join('\n');
}
