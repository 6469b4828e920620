import { describe, expect, it } from 'vitest';
import { longestSample, openLanguageDetector } from '#lib/engines/language/language-detector.ts';
import { isWordless } from '#lib/engines/language/text-pieces.ts';

const detect = await openLanguageDetector();

const english = 'All human beings are born free and equal in dignity and rights. ';
const german = 'Alle Menschen sind frei und gleich an Würde und Rechten geboren. ';

describe('the language of a text', () => {
  it.each([
    ['en', english],
    ['de', german],
    ['fr', 'Tous les êtres humains naissent libres et égaux en dignité et en droits.'],
    ['pl', 'Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw.'],
    ['el', 'Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια.'],
    ['ru', 'Все люди рождаются свободными и равными в своем достоинстве и правах.'],
    ['ja', 'すべての人間は、生まれながらにして自由である。'],
    ['zh', '人人生而自由，在尊严和权利上一律平等。'],
    ['ko', '모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.'],
    ['ar', 'يولد جميع الناس أحرارًا متساوين في الكرامة والحقوق.'],
    ['he', 'כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם.'],
    ['en', 'This is a test'],
  ])('is %s: %s', (language, text) => {
    expect(detect(text)).toBe(language);
  });

  it.each([
    'يولد جميع الناس أحرارًا متساوين في الكرامة والحقوق.',
    'כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם.',
  ])('is found where the characters are in the order in which they stand: %s', (text) => {
    expect(detect(Array.from(text).reverse().join(''))).toBe(detect(text));
  });

  it('is that of most of the text', () => {
    expect(detect(english.repeat(20) + german.repeat(4))).toBe('en');
  });

  it.each([
    ['two languages', english.repeat(10) + german.repeat(10)],
    [
      'a text in none of its languages',
      'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod.',
    ],
    ['too few letters', 'Total'],
    ['names', 'Sheet1 A1 B2 X'],
    ['numbers', '12 345,67 € 2026-11-24'],
    ['nothing', ''],
  ])('is not known of %s', (_, text) => {
    expect(detect(text)).toBeUndefined();
  });

  it('takes no longer for huge texts, with or without words', () => {
    for (const text of [
      english.repeat(100_000),
      'x'.repeat(5_000_000),
      '語'.repeat(5_000_000),
      ' '.repeat(5_000_000),
    ]) {
      const before = process.cpuUsage();
      detect(text);
      const { user } = process.cpuUsage(before);
      expect(user / 1000).toBeLessThan(1_000);
    }
    expect(detect(german.repeat(10) + english.repeat(longestSample))).toBe('en');
  });
});

it('recognizes texts without words', () => {
  expect(isWordless('12 345,67 € — 50 %')).toBe(true);
  expect(isWordless('x = 5')).toBe(false);
});
