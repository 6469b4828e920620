import { describe, expect, it } from 'vitest';
import { AppError, combineFaults, type FieldFault } from '#lib/base/app-error.ts';

const faults = (count: number): FieldFault[] =>
  Array.from({ length: count }, (_, index) => ({
    code: 'invalid-field',
    field: `pages[${index}]`,
    message: 'must be a string',
  }));

describe('an error with many faults', () => {
  it('lists up to 50 of them, and names the fields', () => {
    const { errors, message } = combineFaults(faults(50));
    expect(errors).toHaveLength(50);
    expect(message).toMatch(/^50 fields are not valid: pages\[0\], pages\[1\], .*, pages\[49\]\.$/);
  });

  it('lists the first 50 of more, and counts all', () => {
    const { errors, message } = combineFaults(faults(130_000));
    expect(errors.map(({ field }) => field)).toEqual(faults(50).map(({ field }) => field));
    expect(message).toBe('130000 fields are not valid; the first 50 are listed in errors.');
  });

  it('does so for each constructor', () => {
    const { errors, message } = new AppError('invalid-range', 'a; b; c', { errors: faults(51) });
    expect(errors).toHaveLength(50);
    expect(message).toBe('51 fields are not valid; the first 50 are listed in errors.');
  });

  it('quotes them in the detail for a record without a list', () => {
    const few = combineFaults(faults(2));
    expect(few.message).toBe('2 fields are not valid: pages[0], pages[1].');
    expect(few.standaloneDetail).toBe('pages[0]: must be a string; pages[1]: must be a string.');
    const many = combineFaults(faults(60)).standaloneDetail;
    expect(many).toMatch(
      /^60 errors, the first of which are: pages\[0\]: must be a string; .*pages\[49\]: [a-z ]+\.$/,
    );
    expect(AppError.inField('gone', 'file', 'is gone').standaloneDetail).toBe('file: is gone.');
  });

  it('considers the codes of faults that are not listed', () => {
    const mixed = combineFaults([...faults(60), { code: 'invalid-range', field: 'ranges', message: 'x' }]);
    expect(mixed.code).toBe('invalid-request');
  });
});

describe('whether a combined error is retryable', () => {
  const fault = (retryable?: boolean): FieldFault => ({
    code: 'url-unreachable',
    field: 'files',
    message: 'is bad',
    retryable,
  });

  it.each([
    [[fault()], undefined],
    [[fault(false)], false],
    [[fault(true)], true],
    [[fault(true), fault(true)], true],
    [[fault(true), fault()], true],
    [[fault(true), fault(false)], false],
  ])('%j: %s', (several, retryable) => {
    expect(combineFaults(several).retryable).toBe(retryable);
  });
});

describe('an error that quotes a long text', () => {
  const long = 'x'.repeat(100_000);

  it('is cut, in its field, its message and its detail', () => {
    const { errors, message } = AppError.inField('invalid-field', `metadata.${long}`, `'${long}' is no name`);
    expect(errors[0]?.field).toHaveLength(100);
    expect(errors[0]?.message).toHaveLength(1000);
    expect(message).toHaveLength(4000);
    expect(message.endsWith('…')).toBe(true);
  });

  it('fits in an item of a table, however many and long its faults are', () => {
    const wide = '€'.repeat(100_000);
    const many = Array.from({ length: 1000 }, () => ({ field: wide, message: wide }));
    const { code, message, errors } = new AppError('invalid-range', wide, { errors: many });
    expect(Buffer.byteLength(JSON.stringify({ code, message, errors }))).toBeLessThan(200_000);
  });

  it('shortens long field names when there are several', () => {
    const field = (end: string): FieldFault => ({
      code: 'invalid-field',
      field: long + end,
      message: 'is bad',
    });
    expect(combineFaults([field('a'), field('b')]).message.length).toBeLessThan(300);
  });
});
