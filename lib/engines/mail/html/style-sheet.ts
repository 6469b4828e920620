import { ownEntry } from '../../../base/own-entry.ts';
import { type CSSToken, tokenize, TokenType } from '@csstools/css-tokenizer';
import type { MailResources } from '../resources.ts';

/** The elements that stand for `html` and `body`, to which the styles of a mail apply instead. */
export const rootElements: Readonly<Record<string, string>> = { html: 'mail-html', body: 'mail-body' };

/** At-rules that contain rules. */
const groups: ReadonlySet<string> = new Set(['media', 'supports', 'layer', 'container']);

/** Nested groups that are kept. */
const deepest = 20;

/** Functions with addresses as text. */
const addressFunctions: ReadonlySet<string> = new Set([
  ...['url', 'src', 'image', 'image-set', '-webkit-image-set', 'cross-fade', '-webkit-cross-fade'],
]);

type Resources = Pick<MailResources, 'pictureAt' | 'noteRemote'>;

/**
 * Writes a style sheet anew for the body of a mail: with pictures of the mail only, without `@import`, `@font-face`, `@page`
 * and other rules for a whole document, and with the selectors of `html` and `body` changed to `rootElements`. Nothing has a
 * position of its own, which could be over the header block, or where no page shows it.
 */
export const safeStyleSheet = (css: string, resources: Resources): string =>
  new StyleWriter(css, resources).styleSheet();

/** The same for the value of an attribute `style`. */
export const safeDeclarations = (css: string, resources: Resources): string =>
  new StyleWriter(css, resources).declarations();

const closers: Readonly<Record<string, TokenType>> = {
  [TokenType.Function]: TokenType.CloseParen,
  [TokenType.OpenParen]: TokenType.CloseParen,
  [TokenType.OpenSquare]: TokenType.CloseSquare,
  [TokenType.OpenCurly]: TokenType.CloseCurly,
};

class StyleWriter {
  readonly #tokens: readonly CSSToken[];
  readonly #resources: Resources;
  #at = 0;
  #written: string[] = [];

  constructor(css: string, resources: Resources) {
    this.#tokens = tokenize({ css });
    this.#resources = resources;
  }

  styleSheet(): string {
    // A closing bracket too many ends no rule.
    while (this.#type !== TokenType.EOF) {
      this.#rules(0);
      this.#at += 1;
    }
    // The end of a style element would end it in a comment or text too.
    return this.#written.join('').replaceAll('</', '<\\/');
  }

  declarations(): string {
    while (this.#type !== TokenType.EOF) {
      this.#block();
      this.#at += 1;
    }
    return this.#written.join('');
  }

  get #token(): CSSToken | undefined {
    return this.#tokens[this.#at];
  }

  get #type(): TokenType {
    return this.#token?.[0] ?? TokenType.EOF;
  }

  /** Rules up to the end or a closing bracket. */
  #rules(depth: number): void {
    while (this.#type !== TokenType.EOF && this.#type !== TokenType.CloseCurly) {
      const token = this.#token;
      if (token?.[0] === TokenType.AtKeyword) this.#atRule(token[4].value.toLowerCase(), depth);
      else if (isBlank(this.#type)) this.#at += 1;
      else this.#rule();
    }
  }

  #rule(): void {
    this.#selector();
    this.#bracketed(() => this.#block());
  }

  #atRule(name: string, depth: number): void {
    const start = this.#written.length;
    this.#written.push(`@${name}`);
    this.#at += 1;
    this.#prelude();
    const isGroup = groups.has(name) && depth < deepest;
    if (this.#type === TokenType.OpenCurly) {
      this.#bracketed(() => (isGroup ? this.#rules(depth + 1) : this.#block()));
    } else {
      this.#written.push(';');
      this.#at += 1;
    }
    if (!isGroup && !name.endsWith('keyframes')) this.#written.length = start;
  }

  /** What is before the block or the semicolon of an at-rule. */
  #prelude(): void {
    const isImport = this.#written.at(-1) === '@import';
    while (![TokenType.OpenCurly, TokenType.Semicolon, TokenType.EOF].includes(this.#type)) {
      const token = this.#token;
      if (isImport && token?.[0] === TokenType.String) this.#resources.noteRemote(token[4].value);
      this.#value();
    }
  }

  #selector(): void {
    let brackets = 0;
    let previous: string | undefined;
    while (this.#type !== TokenType.OpenCurly && this.#type !== TokenType.EOF) {
      const token = this.#token;
      if (!token || token[0] === TokenType.CloseCurly) return;
      if (token[0] === TokenType.OpenSquare) brackets += 1;
      if (token[0] === TokenType.CloseSquare) brackets -= 1;
      const name = token[0] === TokenType.Ident && brackets <= 0 ? token[4].value.toLowerCase() : '';
      const root = ownEntry(rootElements, name);
      if (name === 'root' && previous === ':') {
        this.#written[this.#written.length - 1] = ':is(mail-html)';
        this.#at += 1;
      } else if (root !== undefined && previous !== '.' && previous !== ':') {
        this.#written.push(root);
        this.#at += 1;
      } else if (token[0] === TokenType.AtKeyword) this.#at += 1;
      else this.#value();
      previous = token[1];
    }
  }

  /** Writes a block in brackets, also if its end is missing. */
  #bracketed(content: () => void): void {
    this.#written.push('{');
    this.#at += 1;
    content();
    this.#written.push('}');
    this.#at += 1;
  }

  /** Declarations and nested rules up to the end or a closing bracket that none of them opened. */
  #block(): void {
    let depth = 0;
    while (this.#type !== TokenType.EOF) {
      if (this.#type === TokenType.CloseCurly) {
        if (depth === 0) break;
        depth -= 1;
      } else if (this.#type === TokenType.OpenCurly) depth += 1;
      this.#value();
    }
    this.#written.push('}'.repeat(depth));
  }

  /** Writes one token, or a function with addresses as a whole. */
  #value(): void {
    const token = this.#token;
    this.#at += 1;
    if (!token) return;
    switch (token[0]) {
      case TokenType.BadString:
      case TokenType.BadURL:
      case TokenType.CDC:
      case TokenType.CDO:
      case TokenType.EOF:
        break;
      case TokenType.Comment:
        this.#written.push(' ');
        break;
      case TokenType.AtKeyword:
        if (groups.has(token[4].value.toLowerCase())) this.#written.push(token[1]);
        break;
      case TokenType.URL:
        this.#written.push(this.#picture(token[4].value));
        break;
      case TokenType.String:
        this.#written.push(quoted(token[4].value));
        break;
      case TokenType.Ident:
        this.#written.push(this.#isPosition(token[4].value) ? '-mail-position' : token[1]);
        break;
      case TokenType.Function:
        if (addressFunctions.has(token[4].value.toLowerCase())) this.#addresses();
        else this.#written.push(token[1]);
        break;
      default:
        this.#written.push(token[1]);
    }
  }

  /** Whether the property `position` was read: its value could be a variable. */
  #isPosition(name: string): boolean {
    if (name.toLowerCase() !== 'position') return false;
    let next = this.#at;
    while (isBlank(this.#tokens[next]?.[0] ?? TokenType.EOF)) next += 1;
    return this.#tokens[next]?.[0] === TokenType.Colon;
  }

  /** Replaces the rest of a function by the first picture in it. */
  #addresses(): void {
    let picture = 'none';
    const open: (TokenType | undefined)[] = [TokenType.CloseParen];
    for (; open.length > 0 && this.#type !== TokenType.EOF; this.#at += 1) {
      const token = this.#token;
      if (!token) break;
      if (token[0] === open.at(-1)) open.pop();
      else if (Object.hasOwn(closers, token[0])) open.push(closers[token[0]]);
      else if (token[0] === TokenType.String || token[0] === TokenType.URL) {
        const found = this.#picture(token[4].value);
        if (picture === 'none') picture = found;
      }
    }
    this.#written.push(picture);
  }

  #picture(url: string): string {
    const address = this.#resources.pictureAt(url);
    return address === undefined ? 'none' : `url(${quoted(address)})`;
  }
}

const isBlank = (type: TokenType): boolean =>
  [TokenType.Whitespace, TokenType.Comment, TokenType.CDC, TokenType.CDO, TokenType.Semicolon].includes(type);

/** Text in quotes (CSS Object Model, 2.1: serialize a string). */
const quoted = (text: string): string =>
  `"${text.replaceAll(/["\\\p{Cc}]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `)}"`;
