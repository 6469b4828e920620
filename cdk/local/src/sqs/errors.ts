/**
 * An error as SQS returns it. Since SQS moved from the Query to the JSON protocol it names each error twice:
 * the shape in the body's `__type`, and the older code in the header `x-amzn-query-error`, from which SDKs take
 * the name they report.
 */
export class SqsError extends Error {
  override readonly name = 'SqsError';
  /** Absolute shape id, for instance `com.amazonaws.sqs#QueueDoesNotExist`. */
  readonly type: string;
  /** Code of the Query protocol, for instance `AWS.SimpleQueueService.NonExistentQueue`. */
  readonly code: string;
  readonly status: number;

  constructor(type: string, code: string, status: number, message: string) {
    super(message);
    this.type = type;
    this.code = code;
    this.status = status;
  }
}

const modelled = (shape: string, code: string, status: number, message: string) =>
  new SqsError(`com.amazonaws.sqs#${shape}`, code, status, message);

const common = (shape: string, code: string, status: number, message: string) =>
  new SqsError(`com.amazon.coral.service#${shape}`, code, status, message);

export const queueDoesNotExist = () =>
  modelled(
    'QueueDoesNotExist',
    'AWS.SimpleQueueService.NonExistentQueue',
    400,
    'The specified queue does not exist.',
  );

export const resourceNotFound = (message: string) =>
  modelled('ResourceNotFoundException', 'ResourceNotFoundException', 404, message);

export const invalidAttributeName = (name: string) =>
  modelled('InvalidAttributeName', 'InvalidAttributeName', 400, `Unknown Attribute ${name}.`);

export const invalidMessageContents = () =>
  modelled(
    'InvalidMessageContents',
    'InvalidMessageContents',
    400,
    'Invalid characters found. Valid unicode characters are #x9 | #xA | #xD | #x20 to #xD7FF | #xE000 to #xFFFD | #x10000 to #x10FFFF.',
  );

export const receiptHandleIsInvalid = (handle: string) =>
  modelled(
    'ReceiptHandleIsInvalid',
    'ReceiptHandleIsInvalid',
    404,
    `The input receipt handle "${handle}" is not a valid receipt handle.`,
  );

export const messageNotInflight = (handle: string) =>
  modelled(
    'MessageNotInflight',
    'AWS.SimpleQueueService.MessageNotInflight',
    400,
    `Value ${handle} for parameter ReceiptHandle is invalid. Reason: Message is not in flight.`,
  );

export const purgeQueueInProgress = (queue: string) =>
  modelled(
    'PurgeQueueInProgress',
    'AWS.SimpleQueueService.PurgeQueueInProgress',
    403,
    `Only one PurgeQueue operation on ${queue} is allowed every 60 seconds.`,
  );

export const emptyBatchRequest = () =>
  modelled(
    'EmptyBatchRequest',
    'AWS.SimpleQueueService.EmptyBatchRequest',
    400,
    'There should be at least one entry in the request.',
  );

export const tooManyEntries = (count: number) =>
  modelled(
    'TooManyEntriesInBatchRequest',
    'AWS.SimpleQueueService.TooManyEntriesInBatchRequest',
    400,
    `Maximum number of entries per request are 10. You have sent ${count}.`,
  );

export const invalidBatchEntryId = () =>
  modelled(
    'InvalidBatchEntryId',
    'AWS.SimpleQueueService.InvalidBatchEntryId',
    400,
    'A batch entry id can only contain alphanumeric characters, hyphens and underscores. It can be at most 80 letters long.',
  );

export const batchEntryIdsNotDistinct = (id: string) =>
  modelled(
    'BatchEntryIdsNotDistinct',
    'AWS.SimpleQueueService.BatchEntryIdsNotDistinct',
    400,
    `Id ${id} repeated.`,
  );

export const batchRequestTooLong = (limit: number, sent: number) =>
  modelled(
    'BatchRequestTooLong',
    'AWS.SimpleQueueService.BatchRequestTooLong',
    400,
    `Batch requests cannot be longer than ${limit} bytes. You have sent ${sent} bytes.`,
  );

export const unsupportedOperation = (operation: string) =>
  modelled(
    'UnsupportedOperation',
    'AWS.SimpleQueueService.UnsupportedOperation',
    400,
    `${operation} is not part of the local run; its queues come from the template.`,
  );

export const invalidParameterValue = (message: string) =>
  common('InvalidParameterValueException', 'InvalidParameterValue', 400, message);

export const missingParameter = (name: string) =>
  common(
    'MissingRequiredParameterException',
    'MissingParameter',
    400,
    `The request must contain the parameter ${name}.`,
  );

export const serializationError = (message: string) =>
  common('SerializationException', 'SerializationException', 400, message);

/** A request that is not signed, or not by the key of this run. */
export const notAuthenticated = (code: string, status: number, message: string) =>
  common(code, code, status, message);
