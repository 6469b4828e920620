/** A table; the first column holds names, all others figures. */
export function markdownTable(headings: readonly string[], lines: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rule = headings.map((_, at) => (at === 0 ? '---' : '--:'));
  return [headings, rule, ...lines].map(row).join('\n');
}

/**
 * `text` with what stands between `<!-- name -->` and `<!-- /name -->` replaced.
 *
 * @throws Error where it has no such place
 */
export function fillIn(text: string, name: string, content: string): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`There is no place for ${name}.`);
  return `${text.slice(0, from + begin.length)}\n\n${content}\n\n${text.slice(to)}`;
}

/**
 * `text` with everything between a heading and the next one replaced. The guides have no place for comments.
 *
 * @throws Error where it has no such heading
 */
export function belowHeading(text: string, heading: string, content: string): string {
  const begin = text.indexOf(`\n${heading}\n`);
  if (begin < 0) throw new Error(`There is no heading ${heading}.`);
  const from = begin + heading.length + 2;
  const next = text.indexOf('\n#', from);
  return `${text.slice(0, from)}\n${content}\n${next < 0 ? '' : text.slice(next)}`;
}
