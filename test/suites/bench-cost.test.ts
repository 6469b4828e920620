import { describe, expect, it } from 'vitest';
import { type Item, readUnits, writeUnits } from '../bench/cost/dynamo-units.ts';

const job = (overrides: Item = {}): Item => ({
  pk: { S: 'JOB#1' },
  owner: { S: 'key' },
  createdAt: { S: '2026' },
  openState: { S: 'open' },
  dueAt: { N: '1' },
  ...overrides,
});

const without = (item: Item, ...names: string[]): Item =>
  Object.fromEntries(Object.entries(item).filter(([name]) => !names.includes(name)));

describe('the write units of an item', () => {
  it.each<[string, Item | undefined, Item | undefined, number, number]>([
    ['created in both indexes', undefined, job(), 3, 1],
    ['created in none', undefined, without(job(), 'createdAt', 'dueAt'), 1, 0],
    ['changed, with the same keys', job(), job({ status: { S: 'ended' } }), 3, 1],
    ['moved in one index', job(), job({ dueAt: { N: '2' } }), 4, 2],
    ['removed from one index', job(), without(job(), 'openState', 'dueAt'), 3, 1],
    ['added to one index', without(job(), 'createdAt'), job(), 3, 1],
    ['whose condition did not hold', job(), job(), 1, 0],
    ['deleted', job(), undefined, 3, 1],
    ['of two kilobytes', undefined, job({ text: { S: 'x'.repeat(1500) } }), 6, 2],
    ['that shrinks', job({ text: { S: 'x'.repeat(1500) } }), job(), 6, 2],
  ])('%s', (_, before, after, dynamoWrites, openWrites) => {
    expect(writeUnits(before, after)).toEqual({ dynamoWrites, openWrites });
  });

  it('are by kilobytes of names and values', () => {
    const item = (text: string): Item => ({ s: { S: text }, n: { N: '123' }, l: { L: [{ BOOL: true }] } });
    const rest = 1 + (1 + 3) + (1 + 3 + 1 + 1);
    const { dynamoWrites: exact } = writeUnits(undefined, item('x'.repeat(1024 - rest)));
    const { dynamoWrites: more } = writeUnits(undefined, item('x'.repeat(1024 - rest + 1)));
    expect([exact, more]).toEqual([1, 2]);
  });
});

it('the read units are by four kilobytes, and half without consistency', () => {
  expect(readUnits([], true)).toBe(1);
  expect(readUnits([job(), job()], false)).toBe(0.5);
  expect(readUnits([{ s: { S: 'x'.repeat(5000) } }], true)).toBe(2);
});
