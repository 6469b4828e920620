import type { StoreName } from 'local-stack';

/** What can befall a request on its way to a store, or its answer on the way back. */
export const faultKinds = [
  /** Refused for too many requests; nothing happens. */
  'throttled',
  /** Answered with an error of the store's own; nothing happens. */
  'failed',
  /** The connection breaks before the request has arrived. */
  'broken',
  /** The request arrives and takes effect, and the connection breaks before the answer. */
  'answer-lost',
  /** The answer breaks off in its middle. */
  'cut',
  /** Arrives late. */
  'slow',
  /** Nothing happens for long, then the connection breaks. */
  'hung',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** How many of 1000 requests meet which fault. */
export type Weather = Readonly<Partial<Record<FaultKind, number>>>;

export const fair: Weather = {};
export const unsettled: Weather = {
  throttled: 15,
  failed: 10,
  broken: 10,
  'answer-lost': 15,
  cut: 4,
  slow: 30,
  hung: 2,
};
export const storm: Weather = {
  throttled: 150,
  failed: 150,
  broken: 100,
  'answer-lost': 250,
  cut: 30,
  slow: 100,
  hung: 20,
};

interface Refusal {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const json = (status: number, type: string): Refusal => ({
  status,
  headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-errortype': type },
  body: JSON.stringify({ __type: type, message: 'Made for a test.' }),
});

const xml = (status: number, code: string): Refusal => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>Made for a test.</Message></Error>`,
});

/** The answers of each store when it is asked too much, and when it fails itself. */
export const rejections: Record<StoreName, { throttled: Refusal; failed: Refusal }> = {
  dynamodb: {
    throttled: json(400, 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException'),
    failed: json(500, 'com.amazonaws.dynamodb.v20120810#InternalServerError'),
  },
  sqs: {
    throttled: json(400, 'com.amazonaws.sqs#RequestThrottled'),
    failed: json(500, 'InternalFailure'),
  },
  s3: { throttled: xml(503, 'SlowDown'), failed: xml(500, 'InternalError') },
  lambda: { throttled: json(429, 'TooManyRequestsException'), failed: json(500, 'ServiceException') },
};
