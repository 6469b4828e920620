import { AppError } from '../../base/app-error.ts';
import type { WarningCode } from '../../base/warnings.ts';
import type { RenderWarning } from './render-request.ts';

/** Maximum number of resources in the message. */
const mostNamed = 3;

const isResourceError = (code: WarningCode): boolean =>
  ['blocked', 'failed', 'slow'].includes(code) || code.startsWith('http-');

/**
 * Rejects a page that lacks resources.
 *
 * @throws AppError `render-failed` naming the resources
 */
export function checkResources(warnings: readonly RenderWarning[]): void {
  const errors = warnings.filter(({ code }) => isResourceError(code));
  if (errors.length === 0) return;
  const named = errors.slice(0, mostNamed).map(({ message }) => message);
  if (errors.length > mostNamed) named.push(`${errors.length - mostNamed} more resources failed.`);
  const message = named.join(' ').replace(/\.$/, '');
  throw AppError.inField('render-failed', 'failOnResourceErrors', message);
}
