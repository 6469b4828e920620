import { type Check, NotAvailable } from '../check.ts';

/** What no request can show, and how an operator finds out. */
const reasons = {
  alarms: 'No request fails on purpose. See the alarms in CloudWatch after a few days.',
  'alarm-email':
    'Deploy with `-c alarmEmail=…`, confirm the subscription, then run `aws cloudwatch set-alarm-state --state-value ALARM`.',
  metrics: 'Compare the dashboard with the calls of this run.',
  xray: 'Deploy with `-c xray=true`, send a `traceparent`, and search for its id in X-Ray.',
};

export const outOfReach: readonly Check[] = Object.entries(reasons).map(([item, reason]) => ({
  title: `\`${item}\``,
  contract: false,
  covers: [item],
  run: () => Promise.reject(new NotAvailable(reason)),
}));
