/** The plans that keys are sold under. Rates are conversions per UTC minute and key. */
export const plans = {
  free: { title: 'Free', requestsPerMinute: 10 },
  pro: { title: 'Pro', requestsPerMinute: 100 },
  business: { title: 'Business', requestsPerMinute: 1000 },
} as const;

/** Least calls of one method, beside conversions, that a key may make in a minute. */
const leastOtherCalls = 120;

/** Calls of one method, beside conversions, that a key of that plan may make in a minute. By usage plan: best effort. */
export const otherCallsPerMinute = (plan: PlanName): number =>
  Math.max(leastOtherCalls, plans[plan].requestsPerMinute * 10);

export type PlanName = keyof typeof plans;

export const planNames = Object.keys(plans) as [PlanName, ...PlanName[]];
