import type { TextDrawing } from '../../overlays/drawable.ts';

/** The longest text that is laid out, in UTF-16 code units. */
const maxText = 100_000;

/**
 * Breaks a text into lines: at its own line breaks, and between words where a line would be wider than it may. A word that
 * is wider has a line of its own.
 *
 * @param mostLines that have room. Further ones are left out
 */
export function linesOf(
  text: string,
  { width, fontSize, mostLines }: { width: number; fontSize: number; mostLines: number },
  drawing: TextDrawing,
): string[] {
  const widths = new Map<string, number>();
  const widthOf = (word: string): number => {
    const known = widths.get(word) ?? drawing.measure(word).width * fontSize;
    widths.set(word, known);
    return known;
  };
  const space = widthOf(' ');
  const lines: string[] = [];
  for (const paragraph of text
    .slice(0, maxText)
    .toWellFormed()
    .split(/\r\n|[\r\n]/)) {
    let line = '';
    let taken = 0;
    for (const word of paragraph.split(' ')) {
      if (lines.length >= mostLines) return lines.slice(0, mostLines);
      const added = (line === '' ? 0 : space) + widthOf(word);
      if (line !== '' && taken + added > width) {
        lines.push(line);
        [line, taken] = [word, widthOf(word)];
      } else {
        line = line === '' ? word : `${line} ${word}`;
        taken += added;
      }
    }
    lines.push(line);
  }
  return lines.slice(0, mostLines);
}
