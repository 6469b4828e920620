import { figure } from '../compare/print-row.ts';
import { quantile } from '../statistics.ts';
import type { Starts } from './measure-starts.ts';

export const startHeadings = [
  'function, medians',
  'bundle kB',
  'init ms',
  'first request ms',
  'warm ms',
] as const;

export const startLines = ({ node, functions }: Starts): string[][] => [
  ['(a Node.js process that does nothing)', '–', figure(quantile(node, 0.5)), '–', '–'],
  ...Object.entries(functions)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, { bundle, init, first, warm }]) => [
      name,
      figure(bundle / 1000),
      ...[init, first, warm].map((times) => figure(quantile(times, 0.5))),
    ]),
];
