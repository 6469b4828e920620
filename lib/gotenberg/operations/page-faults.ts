import { STATUS_CODES } from 'node:http';
import type { Warning } from '../../api/responses/warning.ts';
import { AppError, type ErrorCode } from '../../base/app-error.ts';
import type { FailOn } from '../fields/page-options.ts';
import type { Form } from '../form/form.ts';
import { FormError } from '../form/form-error.ts';

/** The code by which a job remembers the status. */
const conflict = { status: 409, code: 'render-failed' } as const;

/** Whether a status is in a list, where 499 stands for all of 4xx. */
const isListed = (status: number, list: readonly number[]): boolean =>
  list.includes(status) || list.includes(Math.floor(status / 100) * 100 + 99);

const isIgnored = (url: string, domains: readonly string[]): boolean => {
  const host = URL.parse(url)?.hostname ?? '';
  return domains.some((domain) => host === domain || host.endsWith(`.${domain.replace(/^\*?\./, '')}`));
};

const statusText = (status: number): string => `${status}: ${STATUS_CODES[status] ?? ''}`;

/**
 * Fails if resources of a page did not arrive, and the form says that this is an error.
 *
 * @throws FormError with the status 409
 */
export function requireResources(warnings: readonly Warning[], failOn: FailOn): void {
  const statuses = warnings.flatMap(({ code, url }) => {
    const [, status] = /^http-(\d{3})$/.exec(code) ?? [];
    // Files of the form have no status.
    return status === undefined || !URL.canParse(url ?? '')
      ? []
      : [{ url: url ?? '', status: Number(status) }];
  });
  const wrong = statuses
    .filter(({ status }) => isListed(status, failOn.resourceStatuses))
    .filter(({ url }) => !isIgnored(url, failOn.ignoredDomains));
  if (wrong.length > 0) {
    const lines = wrong.map(({ url, status }) => `${url} - ${statusText(status)}`);
    throw new FormError(`Invalid HTTP status code from resources:\n${lines.join('\n')}`, conflict);
  }
  const failed = warnings.filter(
    ({ code, url }) =>
      code === 'failed' || code === 'blocked' || (code === 'http-404' && !URL.canParse(url ?? '')),
  );
  if (!failOn.resourceFailures || failed.length === 0) return;
  const lines = failed.map(({ message }) => `resource: ${message}`);
  throw new FormError(`Chromium failed to load resources: ${lines.join('\n')}`, conflict);
}

/** Describes an error of a rendering in Gotenberg's words. */
export function pageError(error: unknown, form: Form): unknown {
  if (!(error instanceof AppError) || error instanceof FormError) return error;
  const { code, message, errors } = error;
  const fails = (
    text: string,
    as: { status: number; code: ErrorCode } = { status: 400, code: 'invalid-field' },
  ) => new FormError(text, { ...as, cause: error });
  const field = errors[0]?.field;
  if (code === 'invalid-range' && field === 'pageRanges') {
    return fails(
      `The page ranges '${form.text('nativePageRanges')}' (nativePageRanges) exceeds the page count`,
    );
  }
  if (field === 'waitForExpression') return expressionError(form);
  if (field === 'waitForSelector') {
    return fails(
      `The selector '${form.text('waitForSelector')}' (waitForSelector) returned an exception or undefined`,
    );
  }
  if (code === 'render-failed' && message.startsWith('selector:')) {
    return fails(`The selector '${form.text('selector')}' (selector) matched no element with a visible box`);
  }
  if (code === 'render-failed' && message.startsWith('failOnConsoleErrors:')) {
    return fails(`Chromium console exceptions:\n ${message.slice('failOnConsoleErrors: '.length)}`, conflict);
  }
  const [, status] = /returned status (\d{3})/.exec(message) ?? [];
  if (code === 'url-unreachable' && status !== undefined) {
    return fails(`Invalid HTTP status code from the main page: ${statusText(Number(status))}`, conflict);
  }
  if (code === 'url-unreachable') return fails(`Chromium returned an error: ${message}`);
  if (code === 'render-timeout')
    return fails(`The request exceeded the time limit. ${message}`, { status: 503, code: 'unavailable' });
  return error;
}

export const expressionError = (form: Form): FormError =>
  new FormError(
    `The expression '${form.text('waitForExpression')}' (waitForExpression) returned an exception or undefined`,
  );
