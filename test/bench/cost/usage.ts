/** What AWS bills for one conversion, all of its requests together. */
export interface Usage {
  /** Of clients, to API Gateway. */
  apiRequests: number;
  /** Invocations of functions. */
  invocations: number;
  gbSeconds: number;
  /** Request units, those of the indexes included. */
  dynamoWrites: number;
  /** Those of them that go to the partition of open jobs. */
  openWrites: number;
  dynamoReads: number;
  sqsRequests: number;
  s3Writes: number;
  s3Reads: number;
  /** Bytes of log. */
  log: number;
}

export const noUsage: Usage = {
  apiRequests: 0,
  invocations: 0,
  gbSeconds: 0,
  dynamoWrites: 0,
  openWrites: 0,
  dynamoReads: 0,
  sqsRequests: 0,
  s3Writes: 0,
  s3Reads: 0,
  log: 0,
};
