import { type ConformanceFlavour, conformanceFlavours } from '#lib/base/conformance.ts';
import { markdownTable } from '../../bench/docs/markdown.ts';

/**
 * How a request ended: `valid` declares the standard and conforms to it; `rejected` is the error `not-conformant`; `dropped` declares
 * it no longer, with the warning `conformance-dropped`; `unvalidated` is the error `file-too-large`; `unreadable` is rejected for another reason, such as a missing password. The others must not
 * happen: `false` declares a standard and fails it, `undeclared` does not declare what was requested, `fault` is an error of the service.
 */
export const outcomes = [
  'valid',
  'rejected',
  'dropped',
  'unvalidated',
  'unreadable',
  'false',
  'undeclared',
  'fault',
] as const;

export type Outcome = (typeof outcomes)[number];

/** How one request ended. */
export interface TallyEntry {
  /** Title of the section. */
  section: string;
  flavour: ConformanceFlavour;
  /** Of the request. */
  name: string;
  outcome: Outcome;
}

const isFault = ({ outcome }: { outcome: Outcome }): boolean =>
  outcome === 'false' || outcome === 'undeclared' || outcome === 'fault';

const keyOf = ({ section, flavour, name }: TallyEntry): string => [section, flavour, name].join('\n');

const headings = [
  'input',
  'standard',
  'requests',
  'valid',
  'share',
  'not-conformant',
  'dropped',
  'too large',
  'failed',
  'false claims',
];

/** Outcomes by section and flavour. */
export class Tally {
  readonly #sections: readonly string[];
  /** By section, flavour and name. */
  readonly #entries = new Map<string, TallyEntry>();

  /** @param sections titles, in the order of the table */
  constructor(sections: readonly string[]) {
    this.#sections = sections;
  }

  /** Replaces an earlier outcome of the same request. */
  add(entry: TallyEntry): void {
    this.#entries.set(keyOf(entry), entry);
  }

  has(entry: TallyEntry): boolean {
    return this.#entries.get(keyOf(entry))?.outcome === entry.outcome;
  }

  get faults(): number {
    return [...this.#entries.values()].filter(isFault).length;
  }

  /** A table in Markdown. It leaves out the inputs that are unreadable. */
  table(): string {
    const rows = Map.groupBy(this.#entries.values(), ({ section, flavour }) => `${section}\n${flavour}`);
    const place = ([{ section, flavour } = none]: readonly Pick<
      TallyEntry,
      'section' | 'flavour'
    >[]): number =>
      this.#sections.indexOf(section) * conformanceFlavours.length + conformanceFlavours.indexOf(flavour);
    const sorted = [...rows.values()].sort((a, b) => place(a) - place(b));
    return markdownTable(headings, sorted.map(lineOf));
  }
}

const none = { section: '', flavour: '2b' } as const;

/** @param entries of one section and flavour */
function lineOf(entries: readonly TallyEntry[]): string[] {
  const count = (wanted: Outcome): number => entries.filter(({ outcome }) => outcome === wanted).length;
  const readable = entries.length - count('unreadable');
  const share = readable === 0 ? '' : `${((100 * count('valid')) / readable).toFixed(1)} %`;
  const [{ section, flavour } = none] = entries;
  const failed = count('undeclared') + count('fault');
  const figures = [count('rejected'), count('dropped'), count('unvalidated'), failed, count('false')];
  return [section, nameOf(flavour), String(readable), String(count('valid')), share, ...figures.map(String)];
}

const nameOf = (flavour: ConformanceFlavour): string =>
  flavour.startsWith('ua') ? `PDF/UA-${flavour.slice(2)}` : `PDF/A-${flavour}`;
