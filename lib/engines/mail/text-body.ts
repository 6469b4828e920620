import { escapeHtml } from '../../base/escape-html.ts';

/** Quotes that are nested deeper are shown at this level. */
const deepest = 8;

const urlPattern = /https:\/\/[^\s<>"]{1,2000}/g;

/** Characters that end a sentence rather than an address. */
const endings = new Set(".,;:!?)]}'*_");

/** The text of a mail as HTML: quoted lines as quotes, addresses that begin with `https://` as links. */
export function textHtml(text: string): string {
  const written: string[] = [];
  let open = 0;
  let lines: string[] = [];
  const flush = (): void => {
    if (lines.length > 0) written.push(`<div class="text">${linked(lines.join('\n'))}\n</div>`);
    lines = [];
  };
  for (const line of text.split(/\r\n?|\n/)) {
    const { level, content } = unquoted(line);
    if (level !== open) {
      flush();
      written.push(level > open ? '<blockquote>'.repeat(level - open) : '</blockquote>'.repeat(open - level));
      open = level;
    }
    lines.push(content);
  }
  flush();
  written.push('</blockquote>'.repeat(open));
  return written.join('');
}

function unquoted(line: string): { level: number; content: string } {
  let at = 0;
  let level = 0;
  while (line[at] === '>' && level < deepest) {
    level += 1;
    at += 1;
    // One space may follow each mark.
    if (line[at] === ' ') at += 1;
  }
  return { level, content: line.slice(at) };
}

function linked(text: string): string {
  let written = '';
  let at = 0;
  for (const { 0: match, index } of text.matchAll(urlPattern)) {
    let { length } = match;
    while (endings.has(match[length - 1] ?? '')) length -= 1;
    const url = escapeHtml(match.slice(0, length));
    written += `${escapeHtml(text.slice(at, index))}<a href="${url}">${url}</a>`;
    at = index + length;
  }
  return written + escapeHtml(text.slice(at));
}
