import { describe, expect, it } from 'vitest';
import { AppError, combineFaults, errorCodes } from '#lib/base/app-error.ts';
import { problemMeanings } from '#lib/api/openapi/problem-examples.ts';
import { problemOf, problemTable } from '#lib/api/problem.ts';

const context = { requestId: 'request-1', baseUrl: 'https://api.example.com/prod' };

describe('problems', () => {
  it('exist for every code, with an error status', () => {
    for (const code of errorCodes) {
      const problem = problemOf(new AppError(code, 'What was wrong.'), context);
      expect(problem).toMatchObject({
        type: `https://api.example.com/prod/docs/errors#${code}`,
        code,
        status: problemTable[code].status,
        requestId: 'request-1',
      });
      expect(problem.status).toBeGreaterThanOrEqual(400);
      expect(problem.title).not.toBe('');
    }
  });

  it.each(errorCodes)('have an example for %s with a sentence as the service writes it', (code) => {
    const { detail, errors = [] } = problemMeanings[code];
    const made = errors.length > 0 && combineFaults(errors.map((error) => ({ ...error, code })));
    if (made) expect(detail).toBe(made.message);
    else expect(detail).toMatch(/^([A-Z']|[a-zA-Z]+: ).*\.$/);
  });

  it('never contain the cause', () => {
    const error = new AppError('internal-error', 'The service failed.', { cause: new Error('secret') });
    expect(JSON.stringify(problemOf(error, context))).not.toContain('secret');
  });

  it('of one field state the error in the detail', () => {
    const error = combineFaults([
      { code: 'invalid-range', field: 'ranges', message: "'7-3' ends before it starts" },
    ]);
    expect(problemOf(error, context)).toMatchObject({
      code: 'invalid-range',
      detail: "ranges: '7-3' ends before it starts.",
      errors: [{ field: 'ranges', message: "'7-3' ends before it starts" }],
    });
  });
});
