/** Characters with a meaning in Markdown wherever they stand. */
const special = /[\\`*_[\]<>]/g;

/** Text as it appears in Markdown. */
export const escaped = (text: string): string =>
  text.replace(special, String.raw`\$&`).replace(/&(?=#?\w)/g, String.raw`\&`);

/** Characters with a meaning at the beginning of a line: headings, quotes, lists, rules, code fences. */
const specialStart = /^(?:#{1,6}(?=\s|$)|[-+](?=\s|$)|~{3}|={1,}\s*$|-{3,}\s*$)/;
const numberStart = /^(\d{1,9})([.)])(?=\s|$)/;

/** A line that begins with what would have a meaning there. */
export const escapedStart = (line: string): string =>
  line.replace(specialStart, String.raw`\$&`).replace(numberStart, String.raw`$1\$2`);

/** Addresses that a reader can follow. Others, such as scripts, are not written as links. */
const followed = /^(?:https?:\/\/|mailto:|tel:|ftp:\/\/)/i;

/** A link with a label that is Markdown. */
export function linkTo(label: string, url: string): string {
  if (!followed.test(url)) return label;
  // Between angle brackets an address can have any character but these.
  const address = url.replace(/[<>\\\s]/g, (character) => encodeURIComponent(character));
  return /^[\w.~:/?#@!$&'*+,;=%-]+$/.test(address) ? `[${label}](${address})` : `[${label}](<${address}>)`;
}

/** Code between fences, which are longer than what it has of the same characters. */
export function fenced(code: string): string {
  let longest = 2;
  for (const [run] of code.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${code}${fence}`;
}
