import { AppError } from '../base/app-error.ts';
import type { AllowedHosts } from '../engines/egress/allowed-hosts.ts';
import { denialBeforeResolving } from '../engines/egress/check-url.ts';
import { denialText } from '../engines/egress/denial-text.ts';

/**
 * Rejects a URL that can never be called. The addresses of a host name are checked when it is called.
 *
 * @param field names the field with the URL: `webhookUrl`
 * @throws AppError `url-not-allowed` when the URL can never be called
 */
export function requireAllowedUrl(url: string, field: string, allowed: AllowedHosts): void {
  const reason = denialBeforeResolving(new URL(url), allowed);
  if (reason !== undefined) throw AppError.inField('url-not-allowed', field, denialText(reason));
}
