export type HtmlToken =
  /** Text with its character references as they are written. */
  | { kind: 'text'; text: string }
  /** A start tag, with its attributes as they are written. Names are in lower case. */
  | { kind: 'open'; name: string; attributes: string }
  | { kind: 'close'; name: string }
  /** The content of an element of `rawElements`. */
  | { kind: 'raw'; name: string; text: string };

/** Elements whose content has no markup. */
const rawElements: ReadonlySet<string> = new Set([
  'script',
  'style',
  'iframe',
  'noembed',
  'noframes',
  'noscript',
  'template',
  'xmp',
]);

/** Stands for a comment where a raw element can be open. */
const comment = '!--';
const commentEnd = '-->';

/** The longest text that ends a raw element or comment, less one character. */
const longestEnd = '</noscript'.length - 1;

/** A longer tag counts as text, and of a longer section only this much is kept. In characters. */
const longest = 1024 * 1024;

const tagPattern = /^<(\/?)([a-z][a-z0-9]*)((?:[\s/][^]*)?)>$/i;

/**
 * Divides HTML that arrives in pieces into tokens; comments and declarations are none. It is simpler than a browser's
 * parser: a tag ends at the first `>`. That is safe for a caller who writes the tokens anew: the result can be read in
 * one way only, whatever the source is.
 */
export class HtmlReader {
  #text = '';
  /** The raw element or comment that is open. */
  #open: string | undefined;
  #content = '';

  /** The tokens that end in `piece`. Consume all of them before the next piece. */
  *read(piece: string, isLast = false): Generator<HtmlToken> {
    const text = this.#text + piece;
    let at = 0;
    while (at < text.length) {
      if (this.#open !== undefined) {
        const end = endOf(this.#open, text, at);
        const stop = end ?? (isLast ? text.length : Math.max(at, text.length - longestEnd));
        this.#content += text.slice(at, Math.min(stop, at + longest - this.#content.length));
        at = stop;
        if (end === undefined) break;
        if (this.#open === comment) at += commentEnd.length;
        // The end tag is a token of its own.
        else yield { kind: 'raw', name: this.#open, text: this.#content };
        this.#open = undefined;
        continue;
      }
      const start = indexOrEnd(text, '<', at);
      if (start > at) yield { kind: 'text', text: text.slice(at, start) };
      at = start;
      if (text.startsWith('<!--', at)) {
        this.#begin(comment);
        at += 4;
        continue;
      }
      const end = tagEnd(text, start);
      if (end === undefined && !isLast && text.length - start < longest) break;
      const token = tokenOf(text.slice(start, end ?? text.length));
      at += end === undefined ? text.length - start : end - start;
      if (token) yield token;
      if (token?.kind === 'open' && rawElements.has(token.name)) this.#begin(token.name);
    }
    this.#text = text.slice(at);
  }

  #begin(open: string): void {
    this.#open = open;
    this.#content = '';
  }
}

/** The offset of what ends a raw element or comment; undefined if it has not arrived. */
function endOf(open: string, text: string, from: number): number | undefined {
  if (open === comment) {
    const end = text.indexOf(commentEnd, from);
    return end < 0 ? undefined : end;
  }
  const endTag = /<\/([a-z]+)/gi;
  endTag.lastIndex = from;
  for (let found = endTag.exec(text); found; found = endTag.exec(text)) {
    if (found[1]?.toLowerCase() === open) return found.index;
  }
  return undefined;
}

function indexOrEnd(text: string, sought: string, from: number): number {
  const index = text.indexOf(sought, from);
  return index < 0 ? text.length : index;
}

/** The offset after the tag at `start`, or of the next `<` if that comes first; undefined if neither has arrived. */
function tagEnd(text: string, start: number): number | undefined {
  const delimiter = /[<>]/g;
  delimiter.lastIndex = start + 1;
  const found = delimiter.exec(text);
  return found ? found.index + (found[0] === '>' ? 1 : 0) : undefined;
}

/** Undefined for a declaration or processing instruction. */
function tokenOf(text: string): HtmlToken | undefined {
  const [, slash, name = '', attributes = ''] = tagPattern.exec(text) ?? [];
  if (slash === '/') return { kind: 'close', name: name.toLowerCase() };
  if (slash === '') return { kind: 'open', name: name.toLowerCase(), attributes };
  return /^<[!?/]/.test(text) ? undefined : { kind: 'text', text };
}
