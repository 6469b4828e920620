/** A word that is divided at the end of a line, with the letter before the hyphen. */
const dividedEnd = /[\p{L}\p{So}][-\u00ad\u2010]$/u;

/** How the rest of a divided word begins. Names and numbers keep their hyphen. */
const dividedRest = /^[\p{Ll}\p{Lo}\p{So}]/u;

/** Whether the hyphen at the end of `line` only divides a word, whose rest begins the next line. */
export const isDivided = (line: string, next: string): boolean =>
  line.endsWith('\u00ad') || (dividedEnd.test(line) && dividedRest.test(next));

/** Ideographs and kana are written without spaces. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]$/u;
const unspacedStart = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;

/** What stands between two lines of a paragraph that is written on one line. */
export const separatorOf = (line: string, next: string): '' | ' ' =>
  unspaced.test(line) && unspacedStart.test(next) ? '' : ' ';

/** The lines of a paragraph in one, with divided words put together. */
export function joinLines(lines: readonly string[]): string {
  let joined = '';
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1];
    if (next === undefined) joined += line;
    else if (isDivided(line, next)) joined += line.slice(0, -1);
    else joined += line + separatorOf(line, next);
  }
  return joined;
}
