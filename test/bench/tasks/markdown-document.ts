/** Sections of Markdown, each of about half a page: a heading, text, a table and code. */
export function markdownOf(sections: number): string {
  const text = 'The quick brown fox jumps over the *lazy* dog, and **nobody** minds it at all. ';
  const rows = Array.from({ length: 8 }, (_, row) => `| item ${row} | ${row * 37} | a short note |`).join(
    '\n',
  );
  const code = '```js\nconst sum = (a, b) => a + b; // adds\n```';
  return Array.from(
    { length: sections },
    (_, index) =>
      `## Section ${index + 1}\n\n${text.repeat(6)}\n\n| Name | Value | Note |\n|---|--:|---|\n${rows}\n\n${code}\n\n`,
  ).join('');
}
