import type { AllowedHosts } from '../../engines/egress/allowed-hosts.ts';
import { denialBeforeResolving } from '../../engines/egress/check-url.ts';
import { denialText } from '../../engines/egress/denial-text.ts';

/**
 * Returns the fault of a URL that can never be downloaded, as a predicate. The addresses of a host name are checked when
 * it is downloaded.
 */
export function urlFaultOf(url: URL, allowed: AllowedHosts): string | undefined {
  const reason = denialBeforeResolving(url, allowed);
  return reason === undefined ? undefined : denialText(reason);
}
