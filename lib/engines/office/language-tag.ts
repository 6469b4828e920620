/** A language tag (BCP 47) as documents write it: `de-DE`, `zh-Hant-TW`. */
const languageTag = /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/i;

/** In a document's properties: text without a language, or an unknown one (ISO 639-2). */
const noLanguages = new Set(['zxx', 'und', 'mul']);

/** Returns the tag if it names a language, without white space around it. */
export function checkedLanguage(text: string | undefined): string | undefined {
  const tag = text?.trim() ?? '';
  return languageTag.test(tag) && !noLanguages.has(tag.toLowerCase()) ? tag : undefined;
}

/** The language in the properties of a document (`dc:language`); undefined if they name none. */
export const languageInProperties = (xml: string): string | undefined =>
  checkedLanguage(/<(?:[\w.-]+:)?language(?:\s[^<>]*)?>([^<]*)</.exec(xml)?.[1]);
