import type { TextFace } from '../text-faces.ts';
import { directionsOf, visualOrder } from './directions.ts';
import type { FaceChoice } from './face-choice.ts';
import { graphemesOf } from './graphemes.ts';
import { scriptOf } from './scripts.ts';

/** A part of a line with one face, script and direction. Offsets are in UTF-16 code units. */
export interface TextRun {
  start: number;
  end: number;
  /** Undefined if no face has a glyph for any of its visible characters. */
  face: TextFace | undefined;
  /** Code of ISO 15924; undefined if all its characters are used by any script. */
  script: string | undefined;
  /** Embedding level: odd if it is written from right to left. */
  level: number;
}

/** The runs of a line from left to right, and its characters without a glyph. */
export interface TextRuns {
  runs: readonly TextRun[];
  missing: readonly string[];
}

/** They control the order of the text around them, and have no glyph. */
const isBidiControl = /^\p{Bidi_Control}/u;

/**
 * Divides a line into runs. What a reader takes for one character stays in one run.
 *
 * @param line without line breaks and other control characters
 */
export function textRuns(line: string, choice: FaceChoice): TextRuns {
  const { levels } = directionsOf(Array.from(line));
  const runs: TextRun[] = [];
  const missing: string[] = [];
  let run: TextRun | undefined;
  let character = 0;
  for (const { segment, index } of graphemesOf(line)) {
    const level = levels[character] ?? 0;
    character += Array.from(segment).length;
    if (isBidiControl.test(segment)) continue;
    const chosen = choice.choose(segment, run?.face);
    missing.push(...chosen.missing);
    const script = clusterScript(segment, run?.script);
    const part = { start: index, end: index + segment.length, face: chosen.face, script, level };
    if (run && continues(run, part)) {
      run.end = part.end;
      run.script ??= script;
    } else runs.push((run = part));
  }
  return { runs: visualOrder(runs), missing };
}

function clusterScript(cluster: string, guess: string | undefined): string | undefined {
  for (const character of cluster) {
    const script = scriptOf(character, guess);
    if (script !== undefined) return script;
  }
  return undefined;
}

/** Characters without a face are runs of their own. */
const continues = (run: TextRun, { start, face, script, level }: TextRun): boolean =>
  run.face !== undefined &&
  run.end === start &&
  run.face === face &&
  run.level === level &&
  (run.script === script || run.script === undefined || script === undefined);
