import { describe, expect, it } from 'vitest';
import type { ErrorCode, FieldError } from '#lib/base/app-error.ts';
import { JobError, type JobResponse, type Problem, ProblemError } from '#lib/client/src/index.ts';
import {
  fieldErrorsOf,
  readable,
  sentence,
  withSentence,
} from '../../../functions/docs/console/field-errors.ts';
import { subjectsOf } from '../../../functions/docs/console/subjects.ts';

const problem = (code: ErrorCode, ...errors: FieldError[]) =>
  new ProblemError({ detail: 'A detail.', code, errors } as unknown as Problem, undefined);
const failedJob = (code: ErrorCode, detail: string) =>
  new JobError({ id: 'job_1', status: 'failed', error: { code, detail, retryable: false } } as JobResponse);

describe('the errors of a conversion', () => {
  it('are those of the response', () => {
    const error = { field: 'files[1]', message: 'is not a PDF' };
    expect(fieldErrorsOf(problem('invalid-file-type', error))).toEqual([error]);
    expect(fieldErrorsOf(new TypeError('x'))).toEqual([]);
  });

  it('of a job are in its detail', () => {
    const job = failedJob(
      'empty-file',
      'files[0]: is empty; files[12]: has no pages: none; pages: must be a list.',
    );
    expect(fieldErrorsOf(job)).toEqual([
      { field: 'files[0]', message: 'is empty' },
      { field: 'files[12]', message: 'has no pages: none' },
      { field: 'pages', message: 'must be a list' },
    ]);
    expect(
      fieldErrorsOf(failedJob('conversion-crashed', 'The document was not converted: it crashed.')),
    ).toEqual([]);
  });

  it.each([
    ['file', 'password'],
    ['files[3]', 'passwords[3]'],
    ['overlays[0]', 'overlays[0]'],
  ])('with the password of %s are at %s', (field, place) => {
    const error = { field, message: 'is encrypted and needs a password' };
    expect(fieldErrorsOf(problem('password-required', error))).toMatchObject([{ field: place }]);
    expect(fieldErrorsOf(failedJob('wrong-password', `${field}: cannot be opened.`))).toMatchObject([
      { field: place },
    ]);
  });

  it('name files and options as the page does', () => {
    const subjects: Record<string, string> = { 'files[1]': 'cover.pdf ', ranges: 'Ranges: ' };
    const text = readable(
      'files[1]: is not a PDF; ranges: must be set; rotate: must be 90.',
      (field) => subjects[field],
    );
    expect(text).toBe('cover.pdf is not a PDF; Ranges: must be set; rotate: must be 90.');
  });

  it.each([
    ['files[1]', 'b.pdf '],
    ['pages[0]', 'Pages of a.pdf: '],
    ['facturX', 'invoice.xml '],
    ['dpi', 'Resolution (dpi): '],
    ['files[2]', undefined],
    ['unknown', undefined],
  ])('in %s are about %j', (field, subject) => {
    const subjectOf = subjectsOf(
      ['files[0]', 'files[1]', 'facturX'],
      ['a.pdf', 'b.pdf', 'invoice.xml'],
      ['dpi'],
    );
    expect(subjectOf(field)).toBe(subject);
  });

  it('are sentences at their fields', () => {
    expect(sentence('is not a PDF')).toBe('Is not a PDF.');
    expect(withSentence(withSentence('', 'must be set'), 'must be a number.')).toBe(
      'Must be set. Must be a number.',
    );
  });
});
