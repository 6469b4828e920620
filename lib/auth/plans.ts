/** The plans that keys are sold under. Rates are conversions per UTC minute and key. */
export const plans = {
  free: { title: 'Free', requestsPerMinute: 10 },
  pro: { title: 'Pro', requestsPerMinute: 100 },
  business: { title: 'Business', requestsPerMinute: 1000 },
} as const;

export type PlanName = keyof typeof plans;

export const planNames = Object.keys(plans) as [PlanName, ...PlanName[]];
