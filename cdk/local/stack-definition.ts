import type { Table } from './dynamodb/server.ts';
import { readRestApi } from './gateway/read-rest-api.ts';
import type { RestApi } from './gateway/rest-api.ts';
import type { Bucket } from './s3/bucket.ts';
import type { Queue } from './sqs/server.ts';
import type { Assets } from './template/assets.ts';
import { readBuckets } from './template/buckets.ts';
import type { Evaluator } from './template/evaluator.ts';
import { readEventSources, type EventSourceDefinition } from './template/event-sources.ts';
import { readFunctions, type FunctionDefinition } from './template/functions.ts';
import { readQueues } from './template/queues.ts';
import { readSchedules, type ScheduleDefinition } from './template/schedules.ts';
import { readTables } from './template/tables.ts';

/** Everything in a template that is served on this machine. */
export interface StackDefinition {
  api: RestApi;
  functions: FunctionDefinition[];
  eventSources: EventSourceDefinition[];
  schedules: ScheduleDefinition[];
  tables: Table[];
  queues: Queue[];
  buckets: Bucket[];
  outputs: Record<string, string>;
}

/** @throws {TemplateError} if the template asks for something that is not served. */
export function readStack(evaluator: Evaluator, assets: Assets): StackDefinition {
  return {
    api: readRestApi(evaluator),
    functions: readFunctions(evaluator, assets),
    eventSources: readEventSources(evaluator),
    schedules: readSchedules(evaluator),
    tables: readTables(evaluator),
    queues: readQueues(evaluator),
    buckets: readBuckets(evaluator),
    outputs: evaluator.outputs(),
  };
}
