import { expect, it } from 'vitest';
import { htmlLanguage } from '#lib/engines/mail/html/html-language.ts';

it.each([
  ['<!doctype html><html lang="de-AT"><body>x', 'de-AT'],
  ['<HTML dir=ltr LANG=fr>', 'fr'],
  ['<html><body lang="en">x', undefined],
  ['<html lang="&quot;><script>">', undefined],
  ['<!-- <html lang="en"> --><p>x', undefined],
  ['', undefined],
])('reads the language that the HTML of a mail states: %s', (html, language) => {
  expect(htmlLanguage(html)).toBe(language);
});
