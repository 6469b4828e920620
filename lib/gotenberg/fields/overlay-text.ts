import type { LineAlignment, OverlayFit } from '../../api/options/overlay-fit.ts';

/** Separates lines in an expression: a backslash and an `n`. */
const separator = String.raw`\n`;

/** The names of the values in `valuesAt`. */
const names = { brace: 'brace', time: 'time' } as const;

/** What placeholders stand for, in the service's form. */
const placeholders: Readonly<Record<string, string>> = { p: '{page}', P: '{pages}', t: `{${names.time}}` };

/**
 * The text of an expression in the service's form. `%p` is the page number, `%P` the number of pages, `%t` the time. Any
 * other percent sign is dropped, unless another one follows.
 */
export function overlayText(expression: string): string {
  const text = expression.replaceAll(/\r?\n/g, separator);
  // A line break at the end starts no line.
  const shown = text.endsWith(separator) ? text.slice(0, -separator.length) : text;
  return shown
    .replaceAll('{', `{${names.brace}}`)
    .replaceAll(/(%+)([pPt]?)/g, (_, percents: string, name: string) => {
      return percents.slice(1) + (placeholders[name] ?? '');
    });
}

/** The values in texts of `overlayText`. */
export const valuesAt = (time: Date): Record<string, string> => ({
  [names.brace]: '{',
  [names.time]: time.toISOString().slice(0, 16).replace('T', ' '),
});

/** The lines of a text. */
export const linesAt = (align: LineAlignment): OverlayFit['lines'] => ({ separator, align });
