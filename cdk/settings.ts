import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Node } from 'constructs';
import { layers } from '../layers/recipes.ts';

/** What an operator can choose with `-c name=value` or in cdk.json. */
export interface Settings {
  /** `logRetentionDays`: days to keep logs; one of CloudWatch's steps. */
  logRetention: RetentionDays;
  /** `apiLogs=false` leaves out API Gateway's logs and the account-wide role that they need. */
  apiLogs: boolean;
  /** `alarmEmail`: who gets alarms. */
  alarmEmail: string | undefined;
}

/**
 * `withoutLayers`: the layers that this installation goes without, separated by commas, or `true` for all. What needs
 * them answers 503.
 */
export function withoutLayers(node: Node): readonly string[] {
  const value: unknown = node.tryGetContext('withoutLayers');
  if (value === 'true' || value === true) return layers.map(({ name }) => name);
  return typeof value === 'string' ? value.split(',').filter((name) => name !== '' && name !== 'false') : [];
}

/** @throws Error naming the setting and what would be valid */
export function readSettings(node: Node): Settings {
  const text = (name: string): string | undefined => {
    const value: unknown = node.tryGetContext(name);
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : undefined;
  };
  const days = text('logRetentionDays') ?? String(RetentionDays.ONE_MONTH);
  const steps = Object.values(RetentionDays).filter((step) => typeof step === 'number');
  const logRetention = steps.find((step) => String(step) === days);
  if (logRetention === undefined) throw new Error(`logRetentionDays must be one of ${steps.join(', ')}.`);
  const apiLogs = text('apiLogs') ?? 'true';
  if (apiLogs !== 'true' && apiLogs !== 'false') throw new Error('apiLogs must be true or false.');
  return { logRetention, apiLogs: apiLogs === 'true', alarmEmail: text('alarmEmail') };
}
