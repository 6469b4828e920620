import type { Evaluator } from '../template/evaluator.ts';

/** An `AWS::Lambda::EventSourceMapping` whose source is a queue of the template. */
export interface EventSourceDefinition {
  /** As `FunctionName` gives it: the function's name or its ARN. */
  functionName: string;
  queueArn: string;
  batchSize: number;
  maximumBatchingWindowSeconds: number;
  /** Undefined if only the function's own concurrency bounds it. */
  maximumConcurrency: number | undefined;
  reportBatchItemFailures: boolean;
  enabled: boolean;
}

/**
 * Reads the template's event sources.
 *
 * @throws {TemplateError} if a source is not SQS, or the mapping filters events.
 */
export function readEventSources(evaluator: Evaluator): EventSourceDefinition[] {
  return evaluator.resources('AWS::Lambda::EventSourceMapping').map((logicalId) => {
    const properties = evaluator.properties(logicalId).ignore('KmsKeyArn', 'MetricsConfig', 'Tags');
    const queueArn = properties.requiredString('EventSourceArn');
    if (!queueArn.startsWith('arn:aws:sqs:')) throw properties.errorOf('EventSourceArn', 'is not a queue');
    const definition: EventSourceDefinition = {
      functionName: properties.requiredString('FunctionName'),
      queueArn,
      batchSize: properties.number('BatchSize', 10),
      maximumBatchingWindowSeconds: properties.number('MaximumBatchingWindowInSeconds', 0),
      maximumConcurrency: properties.object('ScalingConfig')?.number('MaximumConcurrency'),
      reportBatchItemFailures: properties
        .strings('FunctionResponseTypes')
        .includes('ReportBatchItemFailures'),
      enabled: properties.boolean('Enabled', true),
    };
    properties.end();
    return definition;
  });
}
