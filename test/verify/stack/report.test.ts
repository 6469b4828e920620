import { expect, it } from 'vitest';
import type { CheckResult, Outcome } from './check.ts';
import { redacted } from './redacted.ts';
import { itemOutcome, keepsContract, type ReportParts, reportOf } from './report.ts';

const result = (
  outcome: Outcome,
  check: Partial<CheckResult['check']> = {},
  evidence = outcome as string,
) => ({
  check: { title: 'A check', contract: false, covers: ['preflight'], ...check },
  outcome,
  evidence,
  seconds: 0.5,
});

const item = { id: 'preflight', statement: 'Preflight requests work.' };

const report = (parts: Partial<ReportParts>): string =>
  reportOf({
    baseUrl: 'https://api.example.com',
    target: 'A stack by its URL',
    isAws: true,
    startedAt: new Date('2026-11-22T10:00:00Z'),
    seconds: 100,
    results: [],
    items: [item],
    times: [],
    figures: [],
    ...parts,
  });

it.each<[Outcome, Outcome[]]>([
  ['no', ['yes', 'no', 'not available']],
  ['yes', ['not available', 'yes']],
  ['not available', ['not available']],
  ['not available', []],
])('reports %s for an item whose checks say %j', (expected, outcomes) => {
  const results = outcomes.map((outcome) => result(outcome));
  const other = result('no', { covers: ['iam'] });
  expect(itemOutcome(item, [...results, other]).outcome).toBe(expected);
});

it('shows the evidence of the checks that decide the outcome', () => {
  const results = [
    result('yes', {}, 'seen'),
    result('not available', {}, 'no key'),
    result('yes', {}, 'more'),
  ];
  expect(itemOutcome(item, results).evidence).toBe('seen; more');
  expect(report({ results })).toContain('| `preflight` | Preflight requests work. | yes | seen; more |');
});

it('counts the checks of an outcome that has many', () => {
  const results = ['a', 'b', 'c', 'd'].map((evidence) => result('yes', {}, evidence));
  expect(itemOutcome(item, results).evidence).toBe('4 checks');
});

it('fails only where the contract is broken', () => {
  expect(keepsContract([result('no'), result('not available', { contract: true })])).toBe(true);
  expect(keepsContract([result('no', { contract: true })])).toBe(false);
});

it('names the checks that break the contract', () => {
  const results = [result('no', { contract: true, title: 'Merges have all pages' })];
  expect(report({ results })).toContain('**The contract is broken:** Merges have all pages.');
  expect(report({ results: [result('no')] })).toContain('The contract is kept.');
});

it('says that a stack elsewhere confirms nothing on AWS', () => {
  expect(report({ isAws: false })).toContain('This is not a stack on AWS');
  expect(report({ isAws: true })).not.toContain('This is not a stack on AWS');
});

it('shows times and figures', () => {
  const times = [{ operation: 'merge-pdf', calls: 3, first: 912.4, later: 80.2 }];
  const memory = { least: 100, most: 300, size: 3008 };
  const figures = [{ name: 'renderer', invocations: 2, coldStarts: 1, initialization: 1200.6, memory }];
  const text = report({ times, figures });
  expect(text).toContain('| merge-pdf | 3 | 912 | 80 |');
  expect(text).toContain('| renderer | 2 | 1 | 1201 | 100 – 300 of 3008 |');
});

it('keeps a cell on one line, without HTML', () => {
  expect(report({ results: [result('no', {}, 'a | <img src=x>')] })).toContain(
    '| no | a \\| &lt;img src=x> |',
  );
});

it.each([
  ['the key fcs_abc123 is wrong', 'the key fcs_… is wrong'],
  ['secret whsec_a+b/c=', 'secret whsec_…'],
  ['{"url":"https://b.s3/x?X-Amz-Signature=5d67"}', '{"url":"https://b.s3/x?…"}'],
  ['two\n  lines\u001b[31m', 'two lines [31m'],
  ['x'.repeat(500), `${'x'.repeat(399)}…`],
])('removes secrets and control characters: %j', (text, expected) => {
  expect(redacted(text)).toBe(expected);
});
