import type { DeliverTo } from '../../api/fields/deliver-to.ts';
import { AppError } from '../../base/app-error.ts';
import type { AllowedHosts } from '../../engines/egress/allowed-hosts.ts';
import { requireAllowedUrl } from '../../webhooks/require-allowed-url.ts';

/** The URLs of a request, and the number of results that it will have, if the fields say it. */
export interface RequestedTarget {
  deliverTo: DeliverTo | undefined;
  results: number | undefined;
}

/**
 * Rejects a request whose results can never be delivered, before the work.
 *
 * @throws AppError `url-not-allowed` for a URL that can never be called, `invalid-field` when a list of URLs has another
 *   length than the results
 */
export function requireTarget({ deliverTo, results }: RequestedTarget, allowed: AllowedHosts): void {
  if (deliverTo === undefined) return;
  if (typeof deliverTo === 'string') {
    requireAllowedUrl(deliverTo, 'deliverTo', allowed);
    return;
  }
  if (results !== undefined) requireCount(deliverTo, results);
  for (const [index, url] of deliverTo.entries()) requireAllowedUrl(url, `deliverTo[${index}]`, allowed);
}

/** @throws AppError `invalid-field` when a list of URLs has another length than the results */
export function requireCount(deliverTo: DeliverTo, results: number): void {
  if (typeof deliverTo === 'string' || deliverTo.length === results) return;
  const message = `must have one URL for each of the ${results} results, not ${deliverTo.length}`;
  throw AppError.inField('invalid-field', 'deliverTo', message);
}
