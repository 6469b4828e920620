import { randomUUID } from 'node:crypto';
import type { InvokeOutcome } from '../lambda/invoke-outcome.ts';
import type { Log } from '../service.ts';
import type { ScheduleDefinition } from './read-schedules.ts';

/** The longest time that a timer of Node.js can count: 24.8 days. */
const longestTimer = 2 ** 31 - 1;

/**
 * Invokes the targets of a rule again and again, the first time when one period is over. While an invocation lasts,
 * those that fall due are left out. Failures are logged, and what was to be done is left to the next time:
 * Lambda's own retries of asynchronous invocations are not made here.
 *
 * @param options.milliseconds the period, where it is not the rule's own
 * @param options.invoke invocation of a function, by its ARN, with the event as JSON
 * @returns `stop`, after which nothing is invoked; waits for a running invocation
 */
export function startSchedule(options: {
  schedule: ScheduleDefinition;
  milliseconds?: number | undefined;
  invoke: (functionArn: string, payload: string) => Promise<InvokeOutcome>;
  log: Log;
}): { stop(): Promise<void> } {
  const { schedule, invoke, log } = options;
  const period = Math.min(options.milliseconds ?? schedule.rate, longestTimer);
  const name = schedule.ruleArn.split('/').at(-1) ?? '';
  let running: Promise<unknown> | undefined;

  async function fire(): Promise<void> {
    const event = JSON.stringify(scheduledEvent(schedule.ruleArn, new Date()));
    await Promise.all(
      schedule.targets.map(async ({ functionArn, input = event }) => {
        const outcome = await invoke(functionArn, input);
        const complaint = complaintOf(outcome);
        if (complaint !== undefined) log(`Rule ${name}: ${complaint}`);
      }),
    );
  }

  const timer = setInterval(() => {
    if (running !== undefined) return;
    running = fire()
      .catch((error: unknown) => log(`Rule ${name}: ${String(error)}`))
      .finally(() => (running = undefined));
  }, period).unref();
  if (!schedule.enabled) clearInterval(timer);

  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

/** @see https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-rule-schedule.html */
function scheduledEvent(ruleArn: string, time: Date) {
  const [, , , region, account] = ruleArn.split(':');
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    account,
    time: time.toISOString().replace(/\.\d+Z$/, 'Z'),
    region,
    resources: [ruleArn],
    detail: {},
  };
}

function complaintOf(outcome: InvokeOutcome): string | undefined {
  switch (outcome.kind) {
    case 'response':
      return undefined;
    case 'error':
      return `${outcome.errorType}: ${outcome.errorMessage}`;
    case 'throttled':
      return 'the function was busy and left out this time';
    case 'too-large':
      return 'the input is too large for an invocation';
  }
}
