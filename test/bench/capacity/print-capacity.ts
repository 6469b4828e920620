import { figure } from '../compare/print-row.ts';
import type { Limit } from './limits.ts';
import { mostPerDay, shareOf } from './limits.ts';
import type { Capacity } from './measure-capacity.ts';
import { mix, mixedOperations } from './mix.ts';

const loads = [10_000, 100_000, 1_000_000] as const;

export const limitHeadings = [
  'limit',
  'quota',
  'per conversion',
  ...loads.map((load) => load.toLocaleString('en')),
  'reached at, per day',
  'how to raise it',
] as const;

/** A line for each limit, with its share in use at the peak of days with so many conversions. */
export const limitLines = (limits: readonly Limit[]): string[][] =>
  limits.map((limit) => [
    limit.name,
    figure(limit.quota),
    figure(limit.use),
    ...loads.map((load) => percent(shareOf(limit, load))),
    Number.isFinite(mostPerDay(limit)) ? `${figure(mostPerDay(limit) / 1e6)} million` : '–',
    limit.lift,
  ]);

const percent = (share: number): string => `${figure(share * 100)} %`;

export const serviceHeadings = ['operation', 'share', 'functions, ms', 'per second here'] as const;

export const serviceLines = ({ services }: Capacity): string[][] =>
  mixedOperations.map((operation) => {
    const { durations, perSecond } = services[operation];
    const functions = Object.entries(durations)
      .filter(([, milliseconds]) => milliseconds >= 1)
      .map(([name, milliseconds]) => `${name} ${figure(milliseconds)}`);
    return [operation, percent(mix[operation]), functions.join(', '), figure(perSecond)];
  });

/** What the rates of the operations predict of the mix, and what was measured. */
export const predictionLine = ({ predicted, measured }: Capacity): string =>
  `These rates predict ${figure(predicted)} conversions of the mix per second on this machine. Measured: ${figure(measured)}, ${figure(measured / predicted)} of that.`;
