import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../cdk/project.ts';

const documents = globSync(
  ['*.md', '{cdk,layers,lib,test}/README.md', '{cdk,lib}/*/README.md', 'lib/engines/*/README.md'],
  { cwd: projectRoot },
);

/** The text without code blocks, whose brackets and backticks are not Markdown. */
const textOf = (document: string): string =>
  readFileSync(join(projectRoot, document), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');

/** The anchor that GitHub generates for a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (document: string): string[] =>
  [...textOf(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

/** The broken links of a document. */
function brokenLinks(document: string): string[] {
  const links = [...textOf(document).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)];
  return links.flatMap(([link, path = '', anchor]) => {
    const target = path === '' ? document : join(dirname(document), path);
    if (!existsSync(join(projectRoot, target))) return [link];
    return anchor === undefined || anchorsOf(target).includes(anchor) ? [] : [link];
  });
}

/** The paths from the root of the repository in `document` that do not exist. */
function missingPaths(document: string): string[] {
  const paths = textOf(document).matchAll(/`((?:cdk|docs|functions|layers|lib|test)\/[\w./-]+)`/g);
  return [...paths].flatMap(([, path = '']) => (existsSync(join(projectRoot, path)) ? [] : [path]));
}

/** The headings of `document` that occur twice below the same heading. */
function repeatedHeadings(document: string): string[] {
  const seen = new Set<string>();
  let path: string[] = [];
  return [...textOf(document).matchAll(/^(#+) (.+)$/gm)].flatMap(([, marks = '', heading = '']) => {
    path = [...path.slice(0, marks.length - 1), heading];
    const key = path.join(' / ');
    if (seen.has(key)) return [key];
    seen.add(key);
    return [];
  });
}

describe.each(documents)('%s', (document) => {
  it('has no broken link', () => {
    expect(brokenLinks(document)).toEqual([]);
  });

  it('has no section twice', () => {
    expect(repeatedHeadings(document)).toEqual([]);
  });

  it('names no path that does not exist', () => {
    expect(missingPaths(document)).toEqual([]);
  });
});
