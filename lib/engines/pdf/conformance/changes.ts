import type { ChangeWarning } from './warnings.ts';

/** The kinds of changes that a reader can notice, with their warnings. */
const kinds = {
  actions: {
    code: 'script-removed',
    message: (list: string) =>
      `The requested conformance does not allow these actions, which were removed: ${list}.`,
  },
  attachments: {
    code: 'attachments-dropped',
    message: (list: string) =>
      `The requested conformance does not allow these attached files, which were removed: ${list}.`,
  },
  annotations: {
    code: 'conformance-changed',
    message: (list: string) =>
      `The requested conformance does not allow these annotations, which were removed: ${list}.`,
  },
  shown: {
    code: 'conformance-changed',
    message: (list: string) =>
      `The requested conformance requires that annotations are printed. This changes: ${list}.`,
  },
  metadata: {
    code: 'conformance-changed',
    message: (list: string) =>
      `The requested conformance does not allow this metadata, which was removed: ${list}.`,
  },
  graphics: {
    code: 'conformance-changed',
    message: (list: string) =>
      `The requested conformance does not allow these graphics settings, which were removed: ${list}.`,
  },
  colours: {
    code: 'conformance-changed',
    message: (list: string) =>
      `The output intents were changed, as the requested conformance requires: ${list}.`,
  },
  layers: {
    code: 'conformance-changed',
    message: (list: string) => `The requested conformance does not allow layers. ${list}.`,
  },
} as const satisfies Record<string, { code: ChangeWarning['code']; message: (list: string) => string }>;

export type ChangeKind = keyof typeof kinds;

/** Names in one warning. */
const maxListed = 20;

/** Counts the changes of a document that a reader can notice. */
export class Changes {
  readonly #counts = new Map<ChangeKind, Map<string, number>>();

  /** @param what the name of what changed. Equal ones are counted */
  add(kind: ChangeKind, what: string): void {
    const counts = this.#counts.get(kind) ?? new Map<string, number>();
    this.#counts.set(kind, counts);
    // Names come from documents.
    const name = what.slice(0, 100);
    if (counts.size < 10 * maxListed || counts.has(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }

  /** One warning for each kind. */
  warnings(): ChangeWarning[] {
    return [...this.#counts].map(([kind, counts]) => {
      const names = [...counts].map(([name, count]) => (count > 1 ? `${name} (${count})` : name));
      const more = names.length - maxListed;
      const list = [...names.slice(0, maxListed), ...(more > 0 ? [`${more} more`] : [])].join(', ');
      return { code: kinds[kind].code, message: kinds[kind].message(list) };
    });
  }
}
