import { describe, expect, it } from 'vitest';
import { AppError } from '#lib/base/app-error.ts';
import type { LoadReport } from '#lib/engines/html/load-report.ts';
import type { FailOn } from '#lib/gotenberg/fields/page-options.ts';
import { readPicturedPage } from '#lib/gotenberg/fields/page-options.ts';
import { Form } from '#lib/gotenberg/form/form.ts';
import { pageError, requireLoad } from '#lib/gotenberg/operations/page-faults.ts';

const formOf = (values: Record<string, string>) =>
  new Form(new Map(Object.entries(values).map(([name, value]) => [name, [value]])), []);

const lenient: FailOn = {
  pageStatuses: [],
  resourceStatuses: [],
  ignoredDomains: [],
  resourceFailures: false,
  exceptions: false,
};

const check = (report: Partial<LoadReport>, failOn: Partial<FailOn> = {}) =>
  requireLoad({ resources: [], failures: [], exceptions: [], ...report }, { ...lenient, ...failOn });

describe('the statuses of a form', () => {
  it.each([
    ['', 200],
    ['[404,503]', 2],
    ['[299,404]', 101],
    ['[]', 0],
  ])('are %s: %i of them', (failOnHttpStatusCodes, count) => {
    const { failOn } = readPicturedPage(formOf({ failOnHttpStatusCodes }));
    expect(failOn.pageStatuses).toHaveLength(count);
    expect(failOn.resourceStatuses).toEqual([]);
  });

  it('stand for their class where they end with 99', () => {
    const { failOn } = readPicturedPage(formOf({ failOnResourceHttpStatusCodes: '[499]' }));
    expect(Math.min(...failOn.resourceStatuses)).toBe(400);
    expect(Math.max(...failOn.resourceStatuses)).toBe(499);
  });
});

describe('a page that loaded', () => {
  const resources = [
    { url: 'https://cdn.example.com/a.css', status: 404 },
    { url: 'https://example.org/b.css', status: 500 },
  ];

  it('fails for resources with wrong statuses', () => {
    expect(() => check({ resources })).toThrow(
      'Invalid HTTP status code from resources:\n' +
        'https://cdn.example.com/a.css - 404: Not Found\nhttps://example.org/b.css - 500: Internal Server Error',
    );
  });

  it.each(['example.com', '*.example.com', '.EXAMPLE.com', 'https://example.com/path', 'example.com:443'])(
    'ignores the domain %s',
    (domain) => {
      expect(() => check({ resources }, { ignoredDomains: [domain] })).toThrow(
        /^[^]*resources:\nhttps:\/\/example\.org[^\n]*$/,
      );
      expect(() => check({ resources }, { ignoredDomains: [domain, 'example.org'] })).not.toThrow();
    },
  );

  it.each(['ample.com', '', 'com.example'])('does not ignore more than a domain: %s', (domain) => {
    expect(() => check({ resources }, { ignoredDomains: [domain, 'example.org'] })).toThrow(
      'cdn.example.com',
    );
  });

  it('fails with all exceptions', () => {
    expect(() => check({ exceptions: ['Error: One', 'Error: Two'] })).toThrow(
      'Chromium console exceptions:\n\nError: One\n\nError: Two',
    );
  });

  it('fails for resources that did not arrive only if the form requests it', () => {
    const failures = [{ type: 'Stylesheet', error: 'net::ERR_FILE_NOT_FOUND' }];
    expect(() => check({ failures })).not.toThrow();
    expect(() => check({ failures }, { resourceFailures: true })).toThrow(
      'Chromium failed to load resources: resource Stylesheet: net::ERR_FILE_NOT_FOUND',
    );
  });
});

describe('the error of a rendering', () => {
  it.each([
    [
      new AppError('url-unreachable', "'a' returned status 404 Not Found."),
      409,
      'Invalid HTTP status code from the main page: 404: Not Found',
    ],
    [
      new AppError('url-unreachable', "'a' could not be found."),
      400,
      "Chromium returned an error: 'a' could not be found.",
    ],
    [
      new AppError('render-timeout', 'It took too long.'),
      503,
      'The request exceeded the time limit. It took too long.',
    ],
  ])('%s', (error, status, message) => {
    expect(pageError(error, formOf({}))).toMatchObject({ status, message });
  });

  it('of another kind stays', () => {
    const error = new AppError('render-failed', 'The page crashed.');
    expect(pageError(error, formOf({}))).toBe(error);
  });
});
