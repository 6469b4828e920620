import { STATUS_CODES } from 'node:http';
import { AppError, type ErrorCode } from '../../base/app-error.ts';
import type { LoadReport } from '../../engines/html/load-report.ts';
import type { FailOn } from '../fields/page-options.ts';
import type { Form } from '../form/form.ts';
import { FormError } from '../form/form-error.ts';

/** The code by which a job remembers the status. */
const conflict = { status: 409, code: 'render-failed' } as const;

/** The host of a domain in a form, which may be a URL or have a wildcard or a port. */
function domainOf(text: string): string {
  const domain = text.trim().toLowerCase();
  const url = URL.parse(domain.includes('://') ? domain : `https://${domain.replace(/^\/\//, '')}`);
  return (url?.hostname ?? domain).replace(/^\*\./, '').replace(/^\./, '');
}

function isIgnored(url: string, domains: readonly string[]): boolean {
  const host = URL.parse(url)?.hostname ?? '';
  return domains
    .map(domainOf)
    .some((domain) => domain !== '' && (host === domain || host.endsWith(`.${domain}`)));
}

const statusText = (status: number): string => `${status}: ${STATUS_CODES[status] ?? ''}`;

/**
 * Fails if a page did not load as the form demands.
 *
 * @throws FormError with the status 409
 */
export function requireLoad(report: LoadReport, failOn: FailOn): void {
  const wrong = report.resources
    .filter(({ url }) => !isIgnored(url, failOn.ignoredDomains))
    .map(({ url, status }) => `${url} - ${statusText(status)}`);
  if (wrong.length > 0) {
    throw new FormError(`Invalid HTTP status code from resources:\n${wrong.join('\n')}`, conflict);
  }
  if (report.exceptions.length > 0) {
    throw new FormError(`Chromium console exceptions:\n\n${report.exceptions.join('\n\n')}`, conflict);
  }
  const failed = report.failures.map(({ type, error }) => `resource ${type}: ${error}`);
  if (!failOn.resourceFailures || failed.length === 0) return;
  throw new FormError(`Chromium failed to load resources: ${failed.join('\n')}`, conflict);
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
