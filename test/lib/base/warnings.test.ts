import { describe, expect, it } from 'vitest';
import { boundedWarnings, warningLimits, warningMeanings } from '#lib/base/warnings.ts';
import { warning } from '#lib/api/responses/warning.ts';

describe('boundedWarnings', () => {
  const warnings = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ code: 'damaged', message: `files[${index}]` }));

  it('returns a list within the limits unchanged', () => {
    expect(boundedWarnings(warnings(99))).toEqual(warnings(99));
  });

  it('counts the warnings that it omits', () => {
    const bounded = boundedWarnings(warnings(1000));
    expect(bounded).toHaveLength(warningLimits.count);
    expect(bounded.at(-1)).toEqual({ code: 'more', message: '901 more warnings were omitted.' });
  });

  it('shortens messages', () => {
    const [one] = boundedWarnings([{ code: 'damaged', message: 'x'.repeat(100_000) }]);
    expect(one?.message).toHaveLength(warningLimits.message);
  });
});

it('documents every code', () => {
  const { description } = warning.shape.code.meta() ?? {};
  for (const code of Object.keys(warningMeanings)) expect(description).toContain(`\`${code}\``);
});
