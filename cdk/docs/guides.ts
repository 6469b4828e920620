import { lexer, type Tokens, walkTokens } from 'marked';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { headingAnchors, headingsOf } from './anchors.ts';

/** A page of the documentation, written in Markdown. */
export interface Guide {
  /** Its file name without `.md`. `README` is the index. */
  name: string;
  title: string;
  tokens: ReturnType<typeof lexer>;
  /** The anchors of its headings. */
  anchors: ReadonlySet<string>;
}

export const indexName = 'README';

/** The guides of a folder: its README, then the files that the README links to, in that order. */
export function readGuides(folder: string): Guide[] {
  const index = readGuide(folder, indexName);
  const names = new Set<string>();
  void walkTokens(index.tokens, (token) => {
    const name = token.type === 'link' ? /^([\w-]+)\.md$/.exec((token as Tokens.Link).href)?.[1] : undefined;
    if (name !== undefined) names.add(name);
  });
  return [index, ...[...names].map((name) => readGuide(folder, name))];
}

function readGuide(folder: string, name: string): Guide {
  const tokens = lexer(readFileSync(join(folder, `${name}.md`), 'utf8'));
  const headings = headingsOf(tokens);
  const title = headings.find(({ depth }) => depth === 1)?.text;
  if (title === undefined) throw new Error(`The guide ${name} has no title`);
  return { name, title, tokens, anchors: new Set(headingAnchors(headings).values()) };
}
