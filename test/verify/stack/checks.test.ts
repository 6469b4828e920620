import { expect, it } from 'vitest';
import { contracts } from '#lib/api/contracts.ts';
import { stackChecks } from './checks.ts';
import { unconfirmedItems } from './unconfirmed.ts';

const items = unconfirmedItems();

it('covers each item of "Not confirmed on AWS" in OPERATIONS.md, and no other', () => {
  const covered = new Set(stackChecks.flatMap(({ covers = [] }) => covers));
  expect([...covered].sort()).toEqual(items.map(({ id }) => id).sort());
});

it('calls every operation', () => {
  const called = new Set(stackChecks.flatMap(({ operation }) => operation ?? []));
  expect([...called].sort()).toEqual(contracts.map(({ name }) => name).sort());
});

it('has a title of its own for each check', () => {
  const titles = stackChecks.map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
});

it('parses the items of the section with their statements', () => {
  const operations = `## Before

- \`other\`: Not of the section.

### Not confirmed on AWS

Introduction.

- \`first\`: A statement
  on two lines.
- \`second\`: Another one.

A paragraph.

- \`third\`: The last one.

## After

- \`fourth\`: Not of the section.
`;
  expect(unconfirmedItems(operations)).toEqual([
    { id: 'first', statement: 'A statement on two lines.' },
    { id: 'second', statement: 'Another one.' },
    { id: 'third', statement: 'The last one.' },
  ]);
});

it('finds statements in OPERATIONS.md', () => {
  expect(items.length).toBeGreaterThan(20);
  for (const { id, statement } of items)
    expect([id, statement]).toEqual([expect.any(String), expect.stringMatching(/\.$/)]);
});
