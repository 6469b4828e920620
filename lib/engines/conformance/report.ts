import type { ConformanceFlavour } from '../../base/conformance.ts';
import { failureMessage } from './failure-message.ts';
import type { RuleFailure, ServerResponse } from './server-protocol.ts';

/** A clause of a standard that a file fails. */
export interface ConformanceFailure {
  /** `ISO 19005-2, 6.2.11.4.1` */
  clause: string;
  /** What is wrong, without the pages. No sentence: it has no capital letter or full stop. */
  message: string;
  /** Some of the pages, ascending, counted from 1. Empty if it concerns the whole file. */
  pages: number[];
}

/** Whether a file conforms to one standard. */
export interface ConformanceReport {
  flavour: ConformanceFlavour;
  valid: boolean;
  failures: ConformanceFailure[];
}

/** Failures in a report, and pages of a failure. */
export const reportLimits = { failures: 100, pages: 50 } as const;

type Validated = Extract<ServerResponse, { outcome: 'validated' }>;

export const reportsOf = ({ results }: Validated): ConformanceReport[] =>
  results.map(({ flavour, valid, failures }) => ({
    flavour,
    valid,
    failures: failures.slice(0, reportLimits.failures).map(describe),
  }));

const describe = (failure: RuleFailure): ConformanceFailure => ({
  clause: `${withoutYear(failure.specification)}, ${failure.clause}`,
  message: failureMessage(failure),
  pages: failure.pages.slice(0, reportLimits.pages),
});

/** The part of the standard decides about the clauses; nobody refers to them by year. */
const withoutYear = (specification: string): string => specification.replace(/:\d{4}$/, '');
