import { nameAt } from '../../assembly/lookup.ts';
import { keys, values } from '../../keys.ts';
import type { PDFRawStream } from '../../objects.ts';

/** The latest streams of a class by which the others are judged. */
const judges = 6;

/** The share that these must have lost together. What zlib's default level wrote loses 0.5 to 0.8 % at the best one. */
const least = 0.01;

/** While a class gains less, one stream in so many is compressed nevertheless: others may come from another program. */
const samples = 8;

interface Outcomes {
  /** Bytes of the latest streams before, and how many fewer they have now. */
  latest: { before: number; saved: number }[];
  /** Streams that were not compressed again. */
  skipped: number;
}

/**
 * Predicts which deflated streams hardly shrink, by others of the same document. Images are never predicted: what they
 * gain differs from one to the next.
 */
export class ExpectedGain {
  readonly #classes = new Map<string, Outcomes>();

  /** Whether a stream is not worth compressing again. */
  isTooSmall(stream: PDFRawStream): boolean {
    const outcomes = this.#outcomesFor(stream);
    if (!outcomes || outcomes.latest.length < judges) return false;
    const [before, saved] = [sumOf(outcomes, 'before'), sumOf(outcomes, 'saved')];
    if (saved >= before * least) return false;
    outcomes.skipped += 1;
    return outcomes.skipped % samples !== 0;
  }

  /** @param saved bytes that it has fewer now, 0 if it stayed as it is */
  note(stream: PDFRawStream, saved: number): void {
    const latest = this.#outcomesFor(stream)?.latest;
    latest?.push({ before: stream.contents.length, saved });
    if (latest && latest.length > judges) latest.shift();
  }

  #outcomesFor(stream: PDFRawStream): Outcomes | undefined {
    const name = classOf(stream);
    if (name === undefined) return undefined;
    const outcomes = this.#classes.get(name) ?? { latest: [], skipped: 0 };
    this.#classes.set(name, outcomes);
    return outcomes;
  }
}

/**
 * Streams of one kind that were deflated alike, as far as the header of zlib data shows (FLEVEL of RFC 1950, 2.2): page
 * content and fonts by their keys, all others together.
 */
function classOf({ dict, contents }: PDFRawStream): string | undefined {
  if (dict.get(keys.Filter) !== values.FlateDecode || nameAt(dict, keys.Subtype) === 'Image')
    return undefined;
  const kind = nameAt(dict, keys.Subtype) ?? (dict.has(keys.Length1) ? 'font' : '');
  return `${kind} ${(contents[1] ?? 0) >> 6} ${dict.has(keys.DecodeParms)}`;
}

const sumOf = ({ latest }: Outcomes, which: 'before' | 'saved'): number =>
  latest.reduce((sum, each) => sum + each[which], 0);
