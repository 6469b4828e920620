import type { ConformanceFlavour } from '#lib/base/conformance.ts';
import { markdownTable } from '../../bench/docs/markdown.ts';

/**
 * How a request ended: `valid` declares the standard and conforms to it; `rejected` is the error `not-conformant`; `dropped` declares
 * it no more than the warning `conformance-dropped` says; `unreadable` is rejected for another reason, such as a missing password. The others must not
 * happen: `false` declares a standard and fails it, `undeclared` does not declare what was requested, `fault` is an error of the service.
 */
export const outcomes = [
  'valid',
  'rejected',
  'dropped',
  'unreadable',
  'false',
  'undeclared',
  'fault',
] as const;

export type Outcome = (typeof outcomes)[number];

const isFault = (outcome: Outcome): boolean =>
  outcome === 'false' || outcome === 'undeclared' || outcome === 'fault';

type Counts = Record<Outcome, number>;

const none = (): Counts => Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Counts;

/** Outcomes by section and flavour. */
export class Tally {
  readonly #rows = new Map<string, { title: string; flavour: ConformanceFlavour; counts: Counts }>();

  add(title: string, flavour: ConformanceFlavour, outcome: Outcome): void {
    const key = `${title} ${flavour}`;
    const row = this.#rows.get(key) ?? { title, flavour, counts: none() };
    this.#rows.set(key, row);
    row.counts[outcome] += 1;
  }

  get faults(): number {
    const all = [...this.#rows.values()].flatMap(
      ({ counts }) => Object.entries(counts) as [Outcome, number][],
    );
    return all.filter(([outcome]) => isFault(outcome)).reduce((sum, [, count]) => sum + count, 0);
  }

  /** A table in Markdown. Its shares leave out the inputs that are unreadable. */
  table(): string {
    const lines = [...this.#rows.values()].map(({ title, flavour, counts }) => {
      const readable = outcomes.reduce((sum, outcome) => sum + counts[outcome], 0) - counts.unreadable;
      const share = readable === 0 ? '' : `${((100 * counts.valid) / readable).toFixed(1)} %`;
      const figures = [readable, counts.valid, share, counts.rejected, counts.dropped, counts.false];
      return [title, nameOf(flavour), ...figures.map(String)];
    });
    const headings = [
      'input',
      'standard',
      'results',
      'valid',
      'share',
      'not-conformant',
      'dropped',
      'false claims',
    ];
    return markdownTable(headings, lines);
  }
}

const nameOf = (flavour: ConformanceFlavour): string =>
  flavour.startsWith('ua') ? `PDF/UA-${flavour.slice(2)}` : `PDF/A-${flavour}`;
