import { quantile } from '../statistics.ts';
import { nameOf } from '../tasks/task.ts';
import { figure } from './print-row.ts';
import type { Result, Row } from './result.ts';

/** What is measured to see what a service adds to its engine, and is no alternative to a service. */
const engineAlone = 'puppeteer';

/** The contestant that is compared in all rows. */
const main = 'Gotenberg';

export const overviewHeadings = ['', 'this service, ms', main, 'fastest other', 'its ratio'] as const;

const medianOf = (result: Result | undefined): number => quantile(result?.warm ?? [], 0.5);

const ratio = (value: number): string => (Number.isFinite(value) ? `${value.toFixed(2)} ×` : '–');

/** One line for each row: the service's median, and how often those of others hold it; above 1, the service is faster. */
export const overviewLines = (rows: readonly Row[]): string[][] =>
  rows.map((row) => {
    const [own, ...peers] = row.results;
    const median = medianOf(own);
    const others = peers.filter(({ contestant }) => contestant !== engineAlone && contestant !== main);
    const [fastest] = others.toSorted((a, b) => medianOf(a) - medianOf(b));
    return [
      nameOf(row),
      figure(median),
      ratio(medianOf(peers.find(({ contestant }) => contestant === main)) / median),
      fastest?.contestant ?? '–',
      ratio(medianOf(fastest) / median),
    ];
  });

/** Of each row in which others have a lower median: who they are, and their ratios. */
export const lossesOf = (rows: readonly Row[]): { task: string; ahead: string[] }[] =>
  rows.flatMap((row) => {
    const [own, ...peers] = row.results;
    const median = medianOf(own);
    const ahead = peers
      .filter((peer) => peer.contestant !== engineAlone && medianOf(peer) < median)
      .map((peer) => `${peer.contestant} (${ratio(medianOf(peer) / median)})`);
    return ahead.length > 0 ? [{ task: nameOf(row), ahead }] : [];
  });
