import { shortened } from '../../base/shortened.ts';
import { plainMessages } from './plain-messages.ts';
import type { RuleFailure } from './server-protocol.ts';

/** In characters. Texts of a file can be part of it. */
const longestMessage = 240;

/** What is wrong, in plain words if the service has some, otherwise in those of veraPDF. */
export function failureMessage({ message, fonts }: Pick<RuleFailure, 'message' | 'fonts'>): string {
  const text = message ?? 'the requirement is not met';
  const plain = plainMessages[text];
  if (plain === undefined) return shortened(withoutCapital(withoutControls(text)), longestMessage);
  return shortened(
    plain.replaceAll('{font}', () => namesOf(fonts)),
    longestMessage,
  );
}

const namesOf = (fonts: readonly string[]): string => {
  const names = fonts.map((name) => `'${withoutControls(withoutTag(name))}'`);
  if (names.length === 0) return 'a font';
  return names.length === 1 ? `the font ${names[0] ?? ''}` : `one of the fonts ${names.join(', ')}`;
};

/** Subsets of fonts have a tag of six letters before the name (ISO 32000-1, 9.6.4). */
const withoutTag = (name: string): string => name.replace(/^[A-Z]{6}\+/, '');

/** `DeviceRGB` and `XMP` stay as they are. */
const withoutCapital = (text: string): string =>
  /^[A-Z][a-z]*(?![A-Za-z])/.test(text) ? (text[0] ?? '').toLowerCase() + text.slice(1) : text;

const withoutControls = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ');
