import type { Queue } from './server.ts';
import type { Evaluator } from '../template/evaluator.ts';
import type { Properties } from '../template/properties.ts';

/** Reads the template's `AWS::SQS::Queue`s. Only standard queues are served. */
export function readQueues(evaluator: Evaluator): Queue[] {
  return evaluator.resources('AWS::SQS::Queue').map((logicalId) => {
    const properties = evaluator.properties(logicalId);
    properties.ignore('KmsDataKeyReusePeriodSeconds', 'KmsMasterKeyId', 'QueueName', 'RedriveAllowPolicy');
    properties.ignore('SqsManagedSseEnabled', 'Tags');
    if (properties.boolean('FifoQueue', false))
      throw properties.errorOf('FifoQueue', 'is not served locally');
    const redrive = properties.object('RedrivePolicy');
    const queue: Queue = {
      name: evaluator.attributeOf(logicalId, 'QueueName'),
      visibilityTimeoutSeconds: properties.number('VisibilityTimeout', 30),
      retentionSeconds: properties.number('MessageRetentionPeriod', 345_600),
      delaySeconds: properties.number('DelaySeconds', 0),
      receiveWaitSeconds: properties.number('ReceiveMessageWaitTimeSeconds', 0),
      ...(redrive && { redrive: readRedrive(redrive) }),
    };
    properties.end();
    return queue;
  });
}

function readRedrive(properties: Properties): NonNullable<Queue['redrive']> {
  return {
    targetName: properties.requiredString('deadLetterTargetArn').split(':').at(-1) ?? '',
    maxReceiveCount: properties.number('maxReceiveCount', 10),
  };
}
