import type { DenialReason } from './errors.ts';

const texts: Partial<Record<DenialReason, string>> = {
  url: 'must begin with https:// and contain no user name and no password',
  address: 'must be at a public address',
  port: 'must not use a port of another protocol',
};

/** What a URL must be that `denialBeforeResolving` denies, as a predicate. */
export const denialText = (reason: DenialReason): string => texts[reason] ?? 'must name a valid host';
