import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contract } from '#lib/api/contracts/split-pdf.ts';
import { type FieldModes, modeRules, suitsMode } from '#lib/api/fields/field-modes.ts';
import { splitModeFields } from '#lib/api/fields/split-modes.ts';
import { follows } from '../../../support/form-rules.ts';

const modes: FieldModes = splitModeFields;
const values = { ranges: '1-3', span: '2', maxBytes: '1000', fileName: 'part' };

describe('the fields of modes', () => {
  it('follow the rules of their description', () => {
    const given = fc.record(
      {
        mode: fc.constantFrom('ranges', 'every', 'bookmarks', 'size'),
        ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fc.constant(value)])),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(given, (fields) => {
        const texts = fields as Record<string, string>;
        expect(contract.body.fields.safeParse(texts).success).toBe(follows(texts, modeRules(modes)));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    [{}, [['ranges', 'is required when mode is ranges']]],
    [{ mode: 'every' }, [['span', 'is required when mode is every']]],
    [{ mode: 'bookmarks', span: '2' }, [['span', 'applies only when mode is every, and it is bookmarks']]],
    [
      { mode: 'size', ranges: '1' },
      [
        ['maxBytes', 'is required when mode is size'],
        ['ranges', 'applies only when mode is ranges, and it is size'],
      ],
    ],
    [{ mode: 'every', span: '0' }, [['span', 'must be an integer from 1 to 50000']]],
    [{ mode: 'size', maxBytes: '999' }, [['maxBytes', 'must be an integer from 1000 to 262144000']]],
  ])('are checked: %j', (fields, faults) => {
    const { issues } = contract.body.fields.safeParse(fields).error ?? { issues: [] };
    expect(issues.map(({ path, message }) => [path.join('.'), message])).toEqual(faults);
  });

  it('are those that a form shows', () => {
    const shown = (mode: string) => Object.keys(values).filter((field) => suitsMode(modes, field, mode));
    expect(shown('ranges')).toEqual(['ranges', 'fileName']);
    expect(shown('every')).toEqual(['span', 'fileName']);
    expect(shown('bookmarks')).toEqual(['fileName']);
  });
});
