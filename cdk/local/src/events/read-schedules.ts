import type { Evaluator } from '../template/evaluator.ts';
import type { Properties } from '../template/properties.ts';

/** An `AWS::Events::Rule` that invokes functions at a fixed rate. */
export interface ScheduleDefinition {
  ruleArn: string;
  /** Milliseconds from one invocation to the next. */
  rate: number;
  enabled: boolean;
  targets: ScheduleTarget[];
}

export interface ScheduleTarget {
  functionArn: string;
  /** JSON that takes the place of the scheduled event. */
  input: string | undefined;
}

const unitMilliseconds = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/**
 * Reads the template's rules.
 *
 * @throws {TemplateError} if a rule waits for events or follows a cron expression, or a target is not a function of
 *   the template.
 */
export function readSchedules(evaluator: Evaluator): ScheduleDefinition[] {
  const functions = evaluator.resources('AWS::Lambda::Function');
  const functionArns = new Set(functions.map((logicalId) => evaluator.attributeOf(logicalId, 'Arn')));
  return evaluator.resources('AWS::Events::Rule').map((logicalId) => {
    const properties = evaluator.properties(logicalId).ignore('Description', 'Name', 'RoleArn', 'Tags');
    if (properties.has('EventPattern')) {
      throw properties.errorOf('EventPattern', 'is not served locally; only schedules are');
    }
    const schedule: ScheduleDefinition = {
      ruleArn: evaluator.attributeOf(logicalId, 'Arn'),
      rate: readRate(properties),
      enabled: readState(properties),
      targets: properties.objects('Targets').map((target) => readTarget(target, functionArns)),
    };
    properties.end();
    return schedule;
  });
}

/** @see https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-scheduled-rule-pattern.html */
function readRate(properties: Properties): number {
  const expression = properties.requiredString('ScheduleExpression');
  const [, count, unit, plural] = /^rate\(([1-9]\d*) (minute|hour|day)(s?)\)$/.exec(expression) ?? [];
  // EventBridge insists on the right one of singular and plural.
  if (unit === undefined || (count === '1') !== (plural === '')) {
    throw properties.errorOf(
      'ScheduleExpression',
      `is ${expression}; what is served locally are rates such as rate(1 minute) or rate(5 minutes)`,
    );
  }
  return Number(count) * unitMilliseconds[unit as keyof typeof unitMilliseconds];
}

function readState(properties: Properties): boolean {
  const state = properties.string('State', 'ENABLED');
  if (state !== 'ENABLED' && state !== 'DISABLED') throw properties.errorOf('State', `is ${state}`);
  return state === 'ENABLED';
}

function readTarget(properties: Properties, functionArns: ReadonlySet<string>): ScheduleTarget {
  // Both concern deliveries that fail, which none does here.
  properties.ignore('DeadLetterConfig', 'Id', 'RetryPolicy');
  const functionArn = properties.requiredString('Arn');
  if (!functionArns.has(functionArn)) {
    throw properties.errorOf('Arn', `is ${functionArn}, which is no function of this template`);
  }
  return { functionArn, input: properties.string('Input') };
}
