import { describe, expect, it } from 'vitest';
import { reportLimits, reportsOf } from '#lib/engines/conformance/report.ts';
import type { RuleFailure } from '#lib/engines/conformance/server-protocol.ts';

const failure: RuleFailure = {
  specification: 'ISO 19005-2:2011',
  clause: '6.2.11.4.1',
  test: 1,
  count: 3,
  message: 'The font program is not embedded',
  fonts: ['ABCDEF+Arial'],
  pages: [1, 3],
};

const described = (...failures: RuleFailure[]) =>
  reportsOf({ outcome: 'validated', results: [{ flavour: '2b', valid: false, failures }] })[0]?.failures ??
  [];

describe('a report', () => {
  it('names the clause without the year, and the font without its tag', () => {
    expect(described(failure)).toEqual([
      { clause: 'ISO 19005-2, 6.2.11.4.1', message: "the font 'Arial' is not embedded", pages: [1, 3] },
    ]);
  });

  it('lists several fonts, or none', () => {
    const messages = described({ ...failure, fonts: ['A', 'B'] }, { ...failure, fonts: [] });
    expect(messages.map(({ message }) => message)).toEqual([
      "one of the fonts 'A', 'B' is not embedded",
      'a font is not embedded',
    ]);
  });

  it("has veraPDF's words for a rule without plain ones", () => {
    const messages = described(
      { ...failure, message: 'Unknown or not permitted Action type Launch' },
      { ...failure, message: 'XMP property does not correspond to type\u0000 Text' },
      { ...failure, message: null },
    );
    expect(messages.map(({ message }) => message)).toEqual([
      'unknown or not permitted Action type Launch',
      'XMP property does not correspond to type  Text',
      'the requirement is not met',
    ]);
  });

  it('is bounded, whatever a file contains', () => {
    const long = {
      ...failure,
      message: 'x'.repeat(5000),
      pages: Array.from({ length: 500 }, (_, n) => n + 1),
    };
    const failures = described(...Array.from({ length: 500 }, () => long));
    expect(failures).toHaveLength(reportLimits.failures);
    expect(failures[0]?.pages).toHaveLength(reportLimits.pages);
    expect(failures[0]?.message.length).toBeLessThanOrEqual(240);
  });

  it('keeps dollar signs in the name of a font', () => {
    expect(described({ ...failure, fonts: ['$&$1'] })[0]?.message).toBe("the font '$&$1' is not embedded");
  });
});
