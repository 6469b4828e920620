import type { AllowedHosts } from '../../engines/egress/allowed-hosts.ts';
import { denialBeforeResolving } from '../../engines/egress/check-url.ts';
import type { DenialReason } from '../../engines/egress/errors.ts';

const faults: Partial<Record<DenialReason, string>> = {
  url: 'must begin with https:// and contain no user name and no password',
  address: 'must be at a public address',
  port: 'must not use a port of another protocol',
};

/**
 * Returns the fault of a URL that can never be downloaded, as a predicate. The addresses of a host name are checked when
 * it is downloaded.
 */
export function urlFaultOf(url: URL, allowed: AllowedHosts): string | undefined {
  const reason = denialBeforeResolving(url, allowed);
  return reason === undefined ? undefined : (faults[reason] ?? 'must name a valid host');
}
