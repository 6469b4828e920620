import { describe, expect, it } from 'vitest';
import { FaceChoice } from '#lib/engines/fonts/shaping/face-choice.ts';
import type { TextFace } from '#lib/engines/fonts/text-faces.ts';

const face = (file: string, characters: string): TextFace => ({
  file,
  index: 0,
  characters: Array.from(characters, (character): [number, number] => {
    const code = character.codePointAt(0) ?? 0;
    return [code, code];
  }).sort(([one], [other]) => one - other),
});

const latin = face('latin', 'abeé(. ');
const arabic = face('arabic', 'ابـ.(');
const marks = face('marks', 'abe\u0323\u0301');
const choice = new FaceChoice([latin, arabic, marks]);

describe('the choice of a face', () => {
  it('takes the first face that has all characters', () => {
    expect(choice.choose('a').face).toBe(latin);
    expect(choice.choose('ب').face).toBe(arabic);
    expect(choice.choose('a\u0323')).toEqual({ face: marks, missing: [] });
  });

  it('takes a face that has them composed', () => {
    expect(choice.choose('e\u0301')).toEqual({ face: latin, missing: [] });
  });

  it('keeps characters that any script uses with the text before, unless the first face has them', () => {
    expect(choice.choose('ـ', arabic).face).toBe(arabic);
    expect(choice.choose('.', arabic).face).toBe(latin);
  });

  it('ignores what nobody sees', () => {
    expect(choice.choose('a\ufe0f\u200d')).toEqual({ face: latin, missing: [] });
    expect(choice.choose('\u3000', arabic)).toEqual({ face: arabic, missing: [] });
  });

  it('does not ignore the signs of formats that are shown', () => {
    expect(choice.choose('\u06dd').missing).toEqual(['\u06dd']);
    expect(choice.choose('\u1680').missing).toEqual(['\u1680']);
  });

  it('reports the characters that no face has with the others', () => {
    expect(choice.choose('漢')).toEqual({ face: undefined, missing: ['漢'] });
    expect(choice.choose('b\u0302')).toEqual({ face: latin, missing: ['\u0302'] });
    expect(choice.choose('\ue000')).toEqual({ face: undefined, missing: ['\ue000'] });
  });
});
