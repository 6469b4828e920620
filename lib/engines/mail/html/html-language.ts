import { type Token, Tokenizer } from 'parse5';

/** The element that states the language is the first one. In UTF-16 code units. */
const searchedLength = 4096;

/** A language tag (RFC 5646). */
const languagePattern = /^[A-Za-z]{1,8}(?:-[A-Za-z\d]{1,8}){0,8}$/;

const ignore = (): void => undefined;

/** The language that the HTML of a mail states of itself (`<html lang>`); undefined if it states none. */
export function htmlLanguage(html: string): string | undefined {
  let language: string | undefined;
  const onStartTag = ({ tagName, attrs }: Token.TagToken): void => {
    if (tagName === 'html') language ??= attrs.find(({ name }) => name === 'lang')?.value.trim();
  };
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: false },
    {
      onStartTag,
      onEndTag: ignore,
      onComment: ignore,
      onDoctype: ignore,
      onCharacter: ignore,
      onNullCharacter: ignore,
      onWhitespaceCharacter: ignore,
      onEof: ignore,
      onParseError: null,
    },
  );
  tokenizer.write(html.slice(0, searchedLength), true);
  return language !== undefined && languagePattern.test(language) ? language : undefined;
}
