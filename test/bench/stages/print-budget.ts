import { figure } from '../compare/print-row.ts';
import { quantile } from '../statistics.ts';
import type { Budget } from './budget.ts';

export const budgetHeadings = (budgets: readonly Budget[]): string[] => [
  'medians, ms',
  ...budgets.map(({ description }) => description),
];

export function budgetLines(budgets: readonly Budget[]): string[][] {
  const stages = Object.keys(budgets[0]?.stages ?? {}).map((stage) => [
    stage,
    ...budgets.map((budget) => figure(quantile(budget.stages[stage] ?? [], 0.5))),
  ]);
  const cpu = (['function', 'emulators'] as const).map((part) => [
    `processor time: ${part}`,
    ...budgets.map((budget) => figure(budget.cpu[part])),
  ]);
  return [...stages, ...cpu];
}
