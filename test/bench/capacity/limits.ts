import type { Usage } from '../cost/usage.ts';
import type { Capacity, Service } from './measure-capacity.ts';
import { atPeak, average, type MixedOperation } from './mix.ts';

/** A limit of AWS, or of a parameter of the service. */
export interface Limit {
  name: string;
  /** What it allows at a time or in a second. */
  quota: number;
  /** How much of it one conversion of the mix takes, on average. */
  use: number;
  /** The change that lifts it. */
  lift: string;
}

/** The parts of a usage that a limit counts. */
export type LimitedUsage = Pick<Usage, 'apiRequests' | 'dynamoWrites' | 'openWrites' | 's3Writes'>;

/** The seconds for which functions run in a conversion: those whose name contains `name`, or all. */
const seconds = ({ durations }: Service, name = ''): number =>
  Object.entries(durations).reduce<number>(
    (sum, [each, ms]) => (each.includes(name) ? sum + ms / 1000 : sum),
    0,
  );

/** All limits, the first to break first. */
export function limitsOf(
  { services }: Capacity,
  usages: Readonly<Record<MixedOperation, LimitedUsage>>,
): Limit[] {
  const running = (name?: string): number => average((operation) => seconds(services[operation], name));
  const used = (what: keyof LimitedUsage): number => average((operation) => usages[operation][what]);
  const limits: Limit[] = [
    {
      name: 'Lambda, concurrent executions of a new account',
      quota: 10,
      use: running(),
      lift: 'quota `L-B99A9384`',
    },
    { name: 'Lambda, concurrent executions', quota: 1_000, use: running(), lift: 'quota `L-B99A9384`' },
    { name: '`OfficeConcurrency`', quota: 5, use: running('OfficeWorker'), lift: 'the parameter' },
    {
      name: 'one key of plan Business, requests a second',
      quota: 1_000 / 60,
      use: used('apiRequests'),
      lift: 'more keys',
    },
    {
      name: 'API Gateway, requests a second of one method',
      quota: 1_000,
      use: used('apiRequests'),
      lift: '`throttlingRateLimit` in `cdk/constructs/http-api.ts`, up to the 10,000 of an account',
    },
    {
      name: 'DynamoDB, writes to the partition of open jobs a second',
      quota: 1_000,
      use: used('openWrites'),
      lift: 'several values of `openState`, by a hash of the job',
    },
    {
      name: 'DynamoDB, writes to a table a second (here of all tables together)',
      quota: 40_000,
      use: used('dynamoWrites'),
      lift: 'the quota of a table',
    },
    {
      name: 'S3, writes to one prefix a second',
      quota: 3_500,
      use: used('s3Writes'),
      lift: 'nothing: S3 splits prefixes itself',
    },
  ];
  return limits.toSorted((a, b) => mostPerDay(a) - mostPerDay(b));
}

/** The conversions of a day whose peak reaches the limit. */
export const mostPerDay = ({ quota, use }: Limit): number => quota / use / atPeak(1);

/** The share of a limit that is used at the peak of a day with so many conversions. */
export const shareOf = ({ quota, use }: Limit, conversionsADay: number): number =>
  (atPeak(conversionsADay) * use) / quota;
