import { expect, it } from 'vitest';
import { InputFault } from '#lib/base/input-fault.ts';

const fault = new InputFault('damaged-document', 'has no pages');

it('is an error in the field that its input came in', () => {
  const error = fault.inField('files[1]');
  expect(error).toMatchObject({
    name: 'AppError',
    code: 'damaged-document',
    message: 'files[1]: has no pages.',
    errors: [{ field: 'files[1]', message: 'has no pages' }],
  });
  expect(error.cause).toBe(fault);
});

it('is one of several faults of a request', () => {
  expect(fault.asFieldFault('file')).toEqual({
    code: 'damaged-document',
    field: 'file',
    message: 'has no pages',
  });
});

it('is a sentence about an input without a field', () => {
  const error = fault.about('The document');
  expect(error).toMatchObject({
    name: 'AppError',
    code: 'damaged-document',
    message: 'The document has no pages.',
    errors: [],
  });
  expect(error.cause).toBe(fault);
});

it('reads as a sentence in a log', () => {
  expect(String(fault)).toBe('InputFault: The input has no pages.');
});
