import { ownEntry } from '../../../base/own-entry.ts';
import { type Token, Tokenizer, TokenizerMode, type TokenHandler } from 'parse5';
import { escapeHtml } from '../../../base/escape-html.ts';
import type { MailResources } from '../resources.ts';
import {
  hiddenElements,
  linkPattern,
  loadedAttributes,
  loadingElements,
  shownAttributes,
  shownElements,
} from './elements.ts';
import { rootElements, safeDeclarations, safeStyleSheet } from './style-sheet.ts';

type Resources = Pick<MailResources, 'pictureAt' | 'noteRemote'>;

/** Pictures wider than this, in CSS pixels, keep their proportions when they are made to fit the page. */
const widest = 600;

/**
 * Writes the HTML of a mail anew with what shows content and nothing that loads or runs: known elements, known attributes,
 * pictures of the mail, links to the web.
 *
 * The tokens are those of a browser, and each is written by itself, so the work is linear. The result is content of a
 * `template`, which nothing in it can leave: `template` is none of the known elements.
 */
export function safeHtml(html: string, resources: Resources): string {
  const writer = new BodyWriter(resources);
  const tokenizer = new Tokenizer({ sourceCodeLocationInfo: false }, writer);
  writer.tokenizer = tokenizer;
  tokenizer.write(html, true);
  return writer.result();
}

class BodyWriter implements TokenHandler {
  tokenizer: Tokenizer | undefined;
  readonly #resources: Resources;
  readonly #written: string[] = [`<${rootElements['html']}>`];
  #hasBody = false;
  /** The element without markup that is open, and its content. */
  #raw: { name: string; texts: string[] } | undefined;

  readonly onParseError = null;

  constructor(resources: Resources) {
    this.#resources = resources;
  }

  result(): string {
    this.#needBody();
    return `${this.#written.join('')}</${rootElements['body']}></${rootElements['html']}>`;
  }

  onStartTag({ tagName, attrs }: Token.TagToken): void {
    if (tagName === 'body') {
      this.#begin('body', attrs);
      return;
    }
    this.#noteLoads(tagName, attrs);
    if (tagName === 'style' || hiddenElements.has(tagName)) {
      this.#raw = { name: tagName, texts: [] };
      if (this.tokenizer) {
        this.tokenizer.state =
          tagName === 'title'
            ? TokenizerMode.RCDATA
            : tagName === 'script'
              ? TokenizerMode.SCRIPT_DATA
              : TokenizerMode.RAWTEXT;
      }
      return;
    }
    if (tagName === 'textarea' && this.tokenizer) this.tokenizer.state = TokenizerMode.RCDATA;
    if (!shownElements.has(tagName)) return;
    this.#needBody();
    if (tagName === 'img') this.#writePicture(attrs);
    else this.#written.push(`<${tagName}${this.#attributes(tagName, attrs)}>`);
  }

  onEndTag({ tagName }: Token.TagToken): void {
    if (this.#raw) {
      const { name, texts } = this.#raw;
      this.#raw = undefined;
      if (name === 'style') this.#writeStyle(texts.join(''));
    } else if (shownElements.has(tagName) && tagName !== 'img') this.#written.push(`</${tagName}>`);
  }

  onCharacter({ chars }: Token.CharacterToken): void {
    if (this.#raw) {
      this.#raw.texts.push(chars);
      return;
    }
    this.#needBody();
    this.#written.push(escapeHtml(chars));
  }

  onWhitespaceCharacter({ chars }: Token.CharacterToken): void {
    if (this.#raw) this.#raw.texts.push(chars);
    else this.#written.push(chars);
  }

  onNullCharacter(): void {
    // Browsers ignore it.
  }

  onComment(): void {
    // Not shown. Outlook's conditional comments are for Outlook.
  }

  onDoctype(): void {
    // The page has its own.
  }

  onEof(): void {
    // A style sheet without an end is one.
    if (this.#raw?.name === 'style') this.#writeStyle(this.#raw.texts.join(''));
  }

  #needBody(): void {
    if (!this.#hasBody) this.#begin('body', []);
  }

  #begin(name: 'body', attrs: readonly Token.Attribute[]): void {
    this.#hasBody = true;
    const colors = attrs.flatMap(({ name: attribute, value }) => {
      const property = ownEntry({ bgcolor: 'background-color', text: 'color' }, attribute);
      return property === undefined ? [] : [`${property}:${value.replaceAll(/[^\w#(),.% -]/g, '')};`];
    });
    const background = attrs.find((attribute) => attribute.name === 'background')?.value;
    const picture = background === undefined ? undefined : this.#resources.pictureAt(background);
    if (picture !== undefined) colors.push(`background-image:url("${picture.replaceAll(/["\\\s]/g, '')}");`);
    const style = attrs.find((attribute) => attribute.name === 'style')?.value ?? '';
    const others = attrs.filter((attribute) => ['id', 'class', 'lang', 'dir'].includes(attribute.name));
    const all = [
      ...others,
      { name: 'style', value: colors.join('') + safeDeclarations(style, this.#resources) },
    ];
    this.#written.push(`<${rootElements[name]}${all.map(written).join('')}>`);
  }

  #writeStyle(css: string): void {
    this.#written.push(`<style>${safeStyleSheet(css, this.#resources)}</style>`);
  }

  /** A picture that the mail does not contain is shown by its alternative text. */
  #writePicture(attrs: readonly Token.Attribute[]): void {
    const valueOf = (name: string) => attrs.find((attribute) => attribute.name === name)?.value;
    const address = this.#resources.pictureAt(valueOf('src') ?? '');
    if (address === undefined) {
      const text = valueOf('alt')?.trim() ?? '';
      const style = safeDeclarations(valueOf('style') ?? '', this.#resources);
      const isHidden = /display\s*:\s*none/i.test(style);
      if (text !== '' && !isHidden)
        this.#written.push(`<span class="mail-picture">${escapeHtml(text)}</span>`);
      return;
    }
    const isWide = Number.parseInt(valueOf('width') ?? '', 10) > widest;
    const kept = attrs.filter(({ name }) => name !== 'src' && !(isWide && name === 'height'));
    this.#written.push(`<img src="${escapeHtml(address)}"${this.#attributes('img', kept)}>`);
  }

  #attributes(element: string, attrs: readonly Token.Attribute[]): string {
    return attrs
      .flatMap(({ name, value }) => {
        if (name === 'style') return [{ name, value: safeDeclarations(value, this.#resources) }];
        if (name === 'background') {
          const address = this.#resources.pictureAt(value);
          return address === undefined ? [] : [{ name, value: address }];
        }
        if (name === 'href' && element === 'a') {
          return linkPattern.test(value.trim()) ? [{ name, value: value.trim() }] : [];
        }
        return shownAttributes.has(name) ? [{ name, value }] : [];
      })
      .map(written)
      .join('');
  }

  /** Records what an element would load that is not kept. */
  #noteLoads(element: string, attrs: readonly Token.Attribute[]): void {
    const loads = loadingElements.has(element);
    for (const { name, value } of attrs) {
      if (name === 'background' || (element === 'img' && name === 'src')) continue;
      if (name === 'srcset') {
        for (const [url = ''] of value.matchAll(/[^\s,]\S*/g)) {
          if (/^(?:https?:)?\/\//i.test(url)) this.#resources.noteRemote(url);
        }
      } else if (loadedAttributes.has(name) || (loads && /(?:^|:)href$/.test(name))) {
        this.#resources.noteRemote(value);
      }
    }
  }
}

const written = ({ name, value }: { name: string; value: string }): string =>
  ` ${name}="${escapeHtml(value)}"`;
