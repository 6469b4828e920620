import { AppError } from '../base/app-error.ts';
import type { AllowedHosts } from '../engines/egress/allowed-hosts.ts';
import { denialBeforeResolving } from '../engines/egress/check-url.ts';
import type { DenialReason } from '../engines/egress/errors.ts';

const denials: Partial<Record<DenialReason, string>> = {
  url: 'must be an https URL without user name and password',
  address: 'must be at a public address',
  port: 'must not use a port of another protocol',
};

/**
 * Rejects a URL that can never be called. The addresses of a host name are checked when it is called.
 *
 * @param field names the field with the URL: `webhookUrl`

 * @throws AppError `url-not-allowed` when the URL can never be called
 */
export function requireAllowedUrl(url: string, field: string, allowed: AllowedHosts): void {
  const reason = denialBeforeResolving(new URL(url), allowed);
  if (reason === undefined) return;
  throw AppError.inField('url-not-allowed', field, denials[reason] ?? 'must name a valid host');
}
