import type { StoreName } from 'local-stack';

/** Faults of a request to a store, or of its response. */
export const faultKinds = [
  /** Rejected for too many requests, without effect. */
  'throttled',
  /** Rejected with an internal error of the store, without effect. */
  'failed',
  /** The connection breaks before the request has arrived. */
  'broken',
  /** The request takes effect, and the connection breaks before the response. */
  'response-lost',
  /** The response is truncated. */
  'cut',
  /** Arrives late. */
  'slow',
  /** No response for a long time, then the connection breaks. */
  'hung',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** How many of 1000 requests have each fault. */
export type Weather = Readonly<Partial<Record<FaultKind, number>>>;

export const fair: Weather = {};
export const unsettled: Weather = {
  throttled: 15,
  failed: 10,
  broken: 10,
  'response-lost': 15,
  cut: 4,
  slow: 30,
  hung: 2,
};
export const storm: Weather = {
  throttled: 150,
  failed: 150,
  broken: 100,
  'response-lost': 250,
  cut: 30,
  slow: 100,
  hung: 20,
};

interface Rejection {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const json = (status: number, type: string): Rejection => ({
  status,
  headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-errortype': type },
  body: JSON.stringify({ __type: type, message: 'Injected by a test.' }),
});

const xml = (status: number, code: string): Rejection => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>Injected by a test.</Message></Error>`,
});

/** The error responses of each store, when it throttles and when it fails. */
export const rejections: Record<StoreName, { throttled: Rejection; failed: Rejection }> = {
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
