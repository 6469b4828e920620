import { isHyperlinkTarget } from '../link-targets.ts';
import { type PictureOf, withoutResources } from './css-resources.ts';
import { shownAttributes, shownElements, voidElements } from './html-elements.ts';
import { HtmlReader, type HtmlToken } from './html-tokens.ts';

/**
 * Writes HTML anew with what shows content and nothing that loads or runs: known elements, known attributes, pictures of
 * the page, links to the web and within the page. LibreOffice copies scripts and raw HTML from a document into the page:
 * a comment that begins with `HTML:`, for example.
 *
 * @param pieces UTF-8
 * @param pictureOf the new addresses of the page's pictures
 */
export async function* safeHtml(pieces: AsyncIterable<Buffer>, pictureOf: PictureOf): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder();
  const reader = new HtmlReader();
  const written = (piece: string, isLast: boolean): Buffer =>
    Buffer.from(Array.from(reader.read(piece, isLast), (token) => textOf(token, pictureOf)).join(''));
  yield Buffer.from('<!DOCTYPE html>\n');
  for await (const piece of pieces) yield written(decoder.decode(piece, { stream: true }), false);
  yield written(decoder.decode(), true);
}

function textOf(token: HtmlToken, pictureOf: PictureOf): string {
  if (token.kind === 'text') return withoutTags(token.text);
  if (token.kind === 'raw') return token.name === 'style' ? withoutResources(token.text, pictureOf) : '';
  const { kind, name } = token;
  if (!shownElements.has(name)) return '';
  if (kind === 'close') return voidElements.has(name) ? '' : `</${name}>`;
  const attributes = [...attributesOf(token.attributes, pictureOf)];
  // Other kinds of `meta` redirect, or declare an encoding.
  if (name === 'meta' && !attributes.some(({ name: attribute }) => attribute === 'name')) return '';
  const tag = `<${name}${attributes.map(({ name: attribute, value }) => ` ${attribute}="${value}"`).join('')}>`;
  return name === 'head' ? `${tag}<meta charset="utf-8">` : tag;
}

const attributePattern = /([a-z][\w:-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/gi;

/** The attributes of a tag that may stay, with values in quotes. */
function* attributesOf(written: string, pictureOf: PictureOf): Generator<{ name: string; value: string }> {
  for (const [, spelled = '', double, single, plain] of written.matchAll(attributePattern)) {
    const name = spelled.toLowerCase();
    const value = safeValue(name, double ?? single ?? plain ?? '', pictureOf);
    if (value !== undefined) yield { name, value };
  }
}

/**
 * The value of an attribute as it may be written; undefined if the attribute must go. Character references stay as they
 * are: the beginning of an address is compared before anything resolves them.
 */
function safeValue(name: string, value: string, pictureOf: PictureOf): string | undefined {
  switch (name) {
    case 'href':
      return isHyperlinkTarget(value) ? escaped(value) : undefined;
    case 'usemap':
      return value.startsWith('#') ? escaped(value) : undefined;
    case 'src':
    case 'background':
      return pictureOf(value);
    case 'style':
      return safeStyle(value, pictureOf);
    case 'content':
      return escaped(value);
    default:
      return shownAttributes.has(name) ? escaped(value) : undefined;
  }
}

/** References can spell anything, so only those for quotes and ampersands may occur. */
function safeStyle(value: string, pictureOf: PictureOf): string | undefined {
  const css = value.replaceAll('&quot;', '"').replaceAll('&apos;', "'");
  if (css.includes('&')) return undefined;
  return escaped(withoutResources(css, pictureOf));
}

/** Text in which no tag begins. */
const withoutTags = (text: string): string => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The same in quotes. */
const escaped = (text: string): string => withoutTags(text).replaceAll('"', '&quot;');
