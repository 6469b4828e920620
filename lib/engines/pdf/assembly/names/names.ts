import { PDFName } from '../../objects.ts';

/*
 * pdf-lib unescapes the text of a name each time it is asked for the name, and puts the text together each time it is
 * asked for that. Together this was a third of the time of a split.
 */

const names = new Map<string, PDFName>();
const texts = new WeakMap<PDFName, string>();

/** The name of a key that this program knows; for names that documents make up there is `nameOf`. */
export function keyName(key: string): PDFName {
  let name = names.get(key);
  if (!name) names.set(key, (name = PDFName.of(key)));
  return name;
}

/** The bytes of a name, each as one character, without the slash and escapes. */
export function nameText(name: PDFName): string {
  let text = texts.get(name);
  if (text === undefined) texts.set(name, (text = name.decodeText()));
  return text;
}
