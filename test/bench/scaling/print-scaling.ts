import { figure } from '../compare/print-row.ts';
import type { Course } from './measure-scaling.ts';

export const scalingHeadings = ['', 'from', 'to', 'CPU ms there', 'median ms there', 'exponent'] as const;

export const scalingLines = (courses: readonly Course[]): string[][] =>
  courses.map(({ what, unit, points, exponent }) => {
    const [first, last] = [points[0], points.at(-1)];
    const both = (value: (point: Course['points'][number]) => number): string =>
      [first, last].map((point) => (point ? figure(value(point)) : '–')).join(' → ');
    return [
      `${what}, by ${unit}`,
      String(first?.amount),
      String(last?.amount),
      both(({ cpuSeconds }) => cpuSeconds * 1000),
      both(({ milliseconds }) => milliseconds),
      exponent.toFixed(2),
    ];
  });
