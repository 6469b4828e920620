import type { EventBridgeEvent } from 'aws-lambda';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { InvokeOutcome } from '../../src/lambda/invoke-outcome.ts';
import { startSchedule } from '../../src/events/schedule.ts';
import type { ScheduleDefinition } from '../../src/events/read-schedules.ts';

const minute = 60_000;
const rule: ScheduleDefinition = {
  ruleArn: 'arn:aws:events:us-east-1:000000000000:rule/Sweep',
  rate: minute,
  enabled: true,
  targets: [{ functionArn: 'arn:sweep', input: undefined }],
};
const success: InvokeOutcome = { kind: 'response', payload: 'null' };

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-01-02T03:04:05.678Z') });
});

afterEach(() => {
  vi.useRealTimers();
});

function start(options: { schedule?: Partial<ScheduleDefinition>; milliseconds?: number } = {}) {
  const invoke = vi.fn<(arn: string, payload: string) => Promise<InvokeOutcome>>().mockResolvedValue(success);
  const log: string[] = [];
  const source = startSchedule({
    schedule: { ...rule, ...options.schedule },
    milliseconds: options.milliseconds,
    invoke,
    log: (line) => log.push(line),
  });
  return { invoke, log, stop: () => source.stop() };
}

test('a rule invokes its function each time a period is over', async () => {
  const { invoke, stop } = start();
  await vi.advanceTimersByTimeAsync(minute - 1);
  expect(invoke).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(invoke).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(5 * minute);
  expect(invoke).toHaveBeenCalledTimes(6);
  await stop();
  await vi.advanceTimersByTimeAsync(5 * minute);
  expect(invoke).toHaveBeenCalledTimes(6);
});

test("the event is EventBridge's", async () => {
  const { invoke } = start();
  await vi.advanceTimersByTimeAsync(2 * minute);
  const [first, second] = invoke.mock.calls.map(
    ([, payload]) => JSON.parse(payload) as EventBridgeEvent<'Scheduled Event', object>,
  );
  expect(invoke.mock.calls[0]?.[0]).toBe('arn:sweep');
  expect(first).toEqual({
    version: '0',
    id: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/) as unknown,
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    account: '000000000000',
    time: '2026-01-02T03:05:05Z',
    region: 'us-east-1',
    resources: [rule.ruleArn],
    detail: {},
  });
  expect(second?.time).toBe('2026-01-02T03:06:05Z');
  expect(second?.id).not.toBe(first?.id);
});

test('an input takes the place of the event, and each target gets its own', async () => {
  const targets = [
    { functionArn: 'arn:a', input: '{"a":1}' },
    { functionArn: 'arn:b', input: undefined },
  ];
  const { invoke } = start({ schedule: { targets } });
  await vi.advanceTimersByTimeAsync(minute);
  expect(invoke.mock.calls).toEqual([
    ['arn:a', '{"a":1}'],
    ['arn:b', expect.stringContaining('Scheduled Event')],
  ]);
});

test('what falls due while an invocation lasts is left out, and stop waits for its end', async () => {
  const { invoke, stop } = start();
  const slow = Promise.withResolvers<InvokeOutcome>();
  invoke.mockReturnValueOnce(slow.promise);
  await vi.advanceTimersByTimeAsync(4 * minute);
  expect(invoke).toHaveBeenCalledTimes(1);

  const again = Promise.withResolvers<InvokeOutcome>();
  invoke.mockReturnValueOnce(again.promise);
  slow.resolve(success);
  await vi.advanceTimersByTimeAsync(minute);
  expect(invoke).toHaveBeenCalledTimes(2);

  const stopped = vi.fn();
  const stopping = stop().then(stopped);
  await vi.advanceTimersByTimeAsync(minute);
  expect(stopped).not.toHaveBeenCalled();
  again.resolve(success);
  await stopping;
  expect(invoke).toHaveBeenCalledTimes(2);
});

test.each([
  [{ kind: 'error', errorType: 'TypeError', errorMessage: 'no' } as const, 'Rule Sweep: TypeError: no'],
  [{ kind: 'throttled' } as const, 'Rule Sweep: the function was busy'],
])('%j is logged, and the rule goes on', async (outcome, line) => {
  const { invoke, log } = start();
  invoke.mockResolvedValueOnce(outcome);
  await vi.advanceTimersByTimeAsync(2 * minute);
  expect(log).toEqual([expect.stringContaining(line)]);
  expect(invoke).toHaveBeenCalledTimes(2);
});

test('a disabled rule does nothing', async () => {
  const { invoke } = start({ schedule: { enabled: false } });
  await vi.advanceTimersByTimeAsync(3 * minute);
  expect(invoke).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});

test('the period can be another one, and one too long for a timer is not one of no time', async () => {
  const sooner = start({ milliseconds: 10 });
  await vi.advanceTimersByTimeAsync(10);
  expect(sooner.invoke).toHaveBeenCalledTimes(1);
  await sooner.stop();

  const month = start({ schedule: { rate: 30 * 24 * 60 * minute } });
  await vi.advanceTimersByTimeAsync(minute);
  expect(month.invoke).not.toHaveBeenCalled();
});
