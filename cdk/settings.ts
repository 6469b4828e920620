import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Node } from 'constructs';
import { type PlanName, planNames } from '#lib/auth/plans.ts';
import { layers } from '../layers/recipes.ts';

/** The settings that operators can set with `-c name=value` or in cdk.json. OPERATIONS.md describes each. */
export const settingNames = [
  'alarmEmail',
  'apiLogs',
  'certificateArn',
  'domainName',
  'hostedZoneId',
  'inlineResponseMegabytes',
  'logRetentionDays',
  'responseStreaming',
  'syncResponseSeconds',
  'tags',
  'withoutLayers',
  'xray',
] as const;

/** A custom domain name. */
export interface DomainSettings {
  domainName: string;
  /** A certificate of ACM in the stack's region. */
  certificateArn: string;
  /** The Route 53 zone for the records. Without it, the operator creates them. */
  hostedZoneId: string | undefined;
}

/** How the routes that return files return them. */
export interface ResponseSettings {
  /** Whether API Gateway streams responses. */
  streams: boolean;
  /** Deadline of a streamed response: seconds after the request, by the plan of its key. */
  seconds: Readonly<Record<PlanName, number>>;
  /** The largest result that a streamed response contains, in MB. */
  inlineMegabytes: number;
}

export interface Settings {
  /** Retention of logs in days, one of the values that CloudWatch supports. */
  logRetention: RetentionDays;
  /** Whether API Gateway writes logs, which requires a role for the whole account. */
  apiLogs: boolean;
  /** The address that receives alarms. */
  alarmEmail: string | undefined;
  /** Whether API Gateway and the functions send traces to X-Ray. */
  xray: boolean;
  domain: DomainSettings | undefined;
  responses: ResponseSettings;
}

const textOf = (node: Node, name: (typeof settingNames)[number]): string | undefined => {
  const value: unknown = node.tryGetContext(name);
  const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isText && value !== '' ? String(value) : undefined;
};

/**
 * `withoutLayers`: the layers that this installation leaves out, separated by commas, or `true` for all. Endpoints that
 * need them respond with 503.
 */
export function withoutLayers(node: Node): readonly string[] {
  const value = textOf(node, 'withoutLayers') ?? '';
  if (value === 'true') return layers.map(({ name }) => name);
  return value.split(',').filter((name) => name !== '' && name !== 'false');
}

/**
 * `tags`: `Team=documents,CostCenter=42`, for all resources that support tags. `Project` is always included, for cost
 * allocation.
 *
 * @throws Error naming the invalid tag
 */
export function readTags(node: Node): Record<string, string> {
  const pairs = (textOf(node, 'tags') ?? '').split(',').filter((pair) => pair.trim() !== '');
  const tags = pairs.map((pair): [string, string] => {
    const [, key, value] = /^([\w .:/+@-]{1,128})=([\w .:/=+@-]{0,256})$/.exec(pair.trimStart()) ?? [];
    if (key === undefined || value === undefined || /^aws:/i.test(key)) {
      throw new Error(`tags must be pairs such as Team=documents, separated by commas, not '${pair}'.`);
    }
    return [key.trim(), value.trim()];
  });
  return { Project: 'FileConversion', ...Object.fromEntries(tags) };
}

/** @throws Error naming the invalid setting and what would be valid */
export function readSettings(node: Node): Settings {
  const days = textOf(node, 'logRetentionDays') ?? String(RetentionDays.ONE_MONTH);
  const steps = Object.values(RetentionDays).filter((step) => typeof step === 'number');
  const logRetention = steps.find((step) => String(step) === days);
  if (logRetention === undefined) throw new Error(`logRetentionDays must be one of ${steps.join(', ')}.`);
  return {
    logRetention,
    apiLogs: readSwitch(node, 'apiLogs', true),
    alarmEmail: textOf(node, 'alarmEmail'),
    xray: readSwitch(node, 'xray', false),
    domain: readDomain(node),
    responses: readResponses(node),
  };
}

function readSwitch(node: Node, name: 'apiLogs' | 'responseStreaming' | 'xray', byDefault: boolean): boolean {
  const value = textOf(node, name) ?? String(byDefault);
  if (value !== 'true' && value !== 'false') throw new Error(`${name} must be true or false.`);
  return value === 'true';
}

/** API Gateway closes a stream that is idle for five minutes, and a response begins when its conversion ends. */
const longestResponse = 290;
/** Lambda streams at most 200 MB. */
const largestResponse = 200;

function readResponses(node: Node): ResponseSettings {
  const text = textOf(node, 'syncResponseSeconds') ?? '28,60,60';
  const numbers = text.split(',').map(Number);
  if (
    numbers.length !== planNames.length ||
    !numbers.every((number) => isWhole(number, 5, longestResponse))
  ) {
    throw new Error(
      `syncResponseSeconds must be an integer from 5 to ${longestResponse} for each of ${planNames.join(', ')}, separated by commas.`,
    );
  }
  const inlineMegabytes = Number(textOf(node, 'inlineResponseMegabytes') ?? 20);
  if (!isWhole(inlineMegabytes, 1, largestResponse)) {
    throw new Error(`inlineResponseMegabytes must be an integer from 1 to ${largestResponse}.`);
  }
  return {
    streams: readSwitch(node, 'responseStreaming', true),
    seconds: Object.fromEntries(planNames.map((plan, index) => [plan, numbers[index]])) as Record<
      PlanName,
      number
    >,
    inlineMegabytes,
  };
}

const isWhole = (number: number, least: number, most: number): boolean =>
  Number.isInteger(number) && number >= least && number <= most;

function readDomain(node: Node): DomainSettings | undefined {
  const domainName = textOf(node, 'domainName');
  const certificateArn = textOf(node, 'certificateArn');
  const hostedZoneId = textOf(node, 'hostedZoneId');
  if (domainName === undefined && certificateArn === undefined && hostedZoneId === undefined)
    return undefined;
  if (domainName === undefined || certificateArn === undefined) {
    throw new Error('A custom domain requires both domainName and certificateArn.');
  }
  if (!/^(?=.{1,253}$)([a-z0-9-]{1,63}\.)+[a-z]{2,63}$/.test(domainName)) {
    throw new Error(`domainName must be a host name such as convert.example.com, not '${domainName}'.`);
  }
  if (!/^arn:[\w-]+:acm:[\w-]+:\d{12}:certificate\/[\w-]+$/.test(certificateArn)) {
    throw new Error('certificateArn must be the ARN of a certificate in AWS Certificate Manager.');
  }
  return { domainName, certificateArn, hostedZoneId };
}
