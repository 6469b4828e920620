import { expect, it } from 'vitest';
import { trampoline } from '#lib/engines/pdfium/trampolines.ts';

type Call = (...values: number[]) => number | undefined;

it('passes numbers to a function, and its result back', () => {
  const taken: number[][] = [];
  const call = trampoline((...values) => taken.push(values), 'iiii') as Call;
  expect([call(1, -2, 3), call(4, 5, 0x8000_0000)]).toEqual([1, 2]);
  // An unsigned number arrives as a signed one.
  expect(taken).toEqual([
    [1, -2, 3],
    [4, 5, -0x8000_0000],
  ]);
});

it('has no result if the signature has none, and keeps functions of one signature apart', () => {
  const taken: string[] = [];
  const [one, other] = ['one', 'other'].map((name) => trampoline(() => void taken.push(name), 'v') as Call);
  expect([other?.(), one?.(), other?.()]).toEqual([undefined, undefined, undefined]);
  expect(taken).toEqual(['other', 'one', 'other']);
});
