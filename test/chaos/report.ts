import { cpus, totalmem } from 'node:os';

/** A Markdown table. */
export const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** What a report's reader has to know of where its figures come from. */
export const machine = (): string => {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  return `${cpus().length} × ${cpu?.model.trim() ?? 'unknown processor'}, ${memory} GiB, Node.js ${process.version}, ${process.platform}`;
};

/** A map of counts as rows, the largest first. */
export const countRows = (counts: ReadonlyMap<string, number>): [string, number][] =>
  [...counts].toSorted(([, a], [, b]) => b - a);
