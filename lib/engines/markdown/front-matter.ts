import { parse } from 'yaml';

/** What the front matter of a Markdown file says about the document. */
export interface FrontMatter {
  title?: string;
  author?: string;
  subject?: string;
  keywords?: string;
  /** A language tag, such as `en-GB`. */
  language?: string;
}

/** The longest front matter, in characters. */
const longest = 65_536;

/** The longest value, in characters. */
const longestValue = 1000;

/** The keys for each entry; the first that is present applies. */
const keysOf: Readonly<Record<keyof FrontMatter, readonly string[]>> = {
  title: ['title'],
  author: ['author', 'authors'],
  subject: ['subject', 'description'],
  keywords: ['keywords', 'tags'],
  language: ['language', 'lang'],
};

/**
 * Separates a Markdown file from its front matter: YAML between two lines of three hyphens, at the start of the file.
 * What is not a YAML mapping is content.
 */
export function readFrontMatter(source: string): { frontMatter: FrontMatter; content: string } {
  const [block, yaml] =
    /^---[ \t]*\r?\n((?:.*\r?\n)*?)(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/.exec(source.slice(0, longest)) ?? [];
  const mapping = yaml === undefined ? undefined : parseMapping(yaml);
  if (block === undefined || mapping === undefined) return { frontMatter: {}, content: source };
  return { frontMatter: entriesOf(mapping), content: source.slice(block.length) };
}

function parseMapping(yaml: string): Map<unknown, unknown> | undefined {
  try {
    const value: unknown = parse(yaml, { mapAsMap: true, maxAliasCount: 0, logLevel: 'error' });
    return value instanceof Map ? value : undefined;
  } catch {
    return undefined;
  }
}

function entriesOf(mapping: ReadonlyMap<unknown, unknown>): FrontMatter {
  const entries = Object.entries(keysOf).flatMap(([entry, keys]) => {
    const key = keys.find((name) => mapping.has(name));
    const text = key === undefined ? '' : textOf(mapping.get(key));
    return text === '' ? [] : [[entry, text] as const];
  });
  return Object.fromEntries(entries);
}

/** A value on one line; of a list, its values separated by commas. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return textOf(value.map(textOf).filter(Boolean).join(', '));
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  return String(value)
    .replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, longestValue)
    .toWellFormed();
}
