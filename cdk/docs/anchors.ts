import type { Token, Tokens } from 'marked';

export const headingsOf = (tokens: readonly Token[]): Tokens.Heading[] =>
  tokens.filter((token): token is Tokens.Heading => token.type === 'heading');

/** The anchor of each heading of a page, as GitHub generates it. The same links work on GitHub and when served. */
export function headingAnchors(headings: readonly Tokens.Heading[]): Map<Tokens.Heading, string> {
  const seen = new Map<string, number>();
  return new Map(
    headings.map((heading) => {
      const slug = slugOf(heading.text);
      const count = seen.get(slug) ?? 0;
      seen.set(slug, count + 1);
      return [heading, count === 0 ? slug : `${slug}-${count}`];
    }),
  );
}

const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
