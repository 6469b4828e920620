/** The plans of keys. Rates are conversions per UTC minute and key. */
export const plans = {
  free: { title: 'Free', requestsPerMinute: 10 },
  pro: { title: 'Pro', requestsPerMinute: 100 },
  business: { title: 'Business', requestsPerMinute: 1000 },
} as const;

/** Minimum rate limit of other calls than conversions, in calls of one method per minute. */
const leastOtherCalls = 120;

/**
 * Calls of one method, other than conversions, that a key of that plan may make per minute. Enforced by usage plans:
 * best effort.
 */
export const otherCallsPerMinute = (plan: PlanName): number =>
  Math.max(leastOtherCalls, plans[plan].requestsPerMinute * 10);

export type PlanName = keyof typeof plans;

export const planNames = Object.keys(plans) as [PlanName, ...PlanName[]];
