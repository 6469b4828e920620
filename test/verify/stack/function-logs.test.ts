import type { FilterLogEventsCommand, FilterLogEventsCommandInput } from '@aws-sdk/client-cloudwatch-logs';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { functionNames } from '../../../cdk/functions.ts';
import { CloudWatchLogs } from './cloudwatch-logs.ts';
import { readFigures } from './function-figures.ts';
import { fieldsOf, functionNameOf, invocationOf } from './function-logs.ts';
import { LocalLog } from './local-log.ts';

const folder = mkdtempSync(join(tmpdir(), 'verify-stack-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const cold =
  'REPORT RequestId: 1\tDuration: 12.50 ms\tBilled Duration: 13 ms\tMemory Size: 3008 MB\tMax Memory Used: 120 MB\tInit Duration: 840.20 ms\t';
const warm =
  'REPORT RequestId: 2\tDuration: 9.00 ms\tBilled Duration: 9 ms\tMemory Size: 3008 MB\tMax Memory Used: 180 MB';

/** A log file of a local run with these lines of functions. */
function localLog(...lines: string[]): LocalLog {
  const file = join(folder, 'run.log');
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  return new LocalLog(file);
}

it('parses REPORT lines of cold and warm starts', () => {
  expect(invocationOf(cold)).toEqual({
    duration: 12.5,
    memory: 120,
    memorySize: 3008,
    initialization: 840.2,
  });
  expect(invocationOf(warm)).toMatchObject({ memory: 180, initialization: undefined });
  expect(invocationOf('START RequestId: 1')).toBeUndefined();
});

it('parses lines of functions, and no others', () => {
  expect(fieldsOf('{"message":"request"}')).toEqual({ message: 'request' });
  expect(fieldsOf('{cut off')).toBeUndefined();
  expect(fieldsOf('REPORT')).toBeUndefined();
});

it('finds the name of each function in its logical id', () => {
  for (const name of functionNames) {
    const pascal = name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
    expect(functionNameOf(`${pascal}Function82AC2357`)).toBe(name);
  }
  expect(functionNameOf('DataBucketE6B0FAA8')).toBeUndefined();
});

it('reads the lines of one function from the log of a local run', async () => {
  const log = localLog(
    '[RendererFunction24E7B192] Chromium is ready',
    '[RendererFunction24E7B192] other',
    '[MergePdfFunction82AC2357] Chromium is ready?',
    'a line of no function',
  );
  expect(await log.lines('renderer', 'Chromium is ready')).toEqual(['Chromium is ready']);
});

it('sums up the REPORT lines of each function', async () => {
  const log = localLog(`[RendererFunction24E7B192] ${cold}`, `[RendererFunction24E7B192] ${warm}`);
  expect(await readFigures(log, 0)).toEqual([
    {
      name: 'renderer',
      invocations: 2,
      coldStarts: 1,
      initialization: 840.2,
      memory: { least: 120, most: 180, size: 3008 },
    },
  ]);
});

it('reads all pages of a log group in CloudWatch', async () => {
  const requests: FilterLogEventsCommandInput[] = [];
  const client = {
    send(command: FilterLogEventsCommand) {
      requests.push(command.input);
      const isFirst = command.input.nextToken === undefined;
      return Promise.resolve(
        isFirst ? { events: [{ message: `${cold}\n` }], nextToken: 'more' } : { events: [{ message: warm }] },
      );
    },
  };
  const logs = new CloudWatchLogs(client as never, new Map([['renderer', 'FileConversion-Logs']]));
  expect(await logs.lines('renderer', 'REPORT RequestId', 1000)).toEqual([cold.trimEnd(), warm]);
  const first = { logGroupName: 'FileConversion-Logs', startTime: 1000, filterPattern: '"REPORT RequestId"' };
  expect(requests).toEqual([first, { ...first, nextToken: 'more' }]);
  expect(await logs.lines('sweep', 'REPORT RequestId', 1000)).toEqual([]);
});
