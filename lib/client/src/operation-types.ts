import type { ConversionInputs, JobResponse, Queries, ResponseBodies } from './api-types.ts';

export type ConversionName = keyof ConversionInputs;

/** The fields of a conversion: its files and its options. */
export type ConversionInput<N extends ConversionName> = ConversionInputs[N];

/** The fields of a conversion whose response is its result. A webhook makes it a job. */
export type ResultInput<N extends ConversionName> = ResponseBodies[N] extends JobResponse
  ? ConversionInputs[N]
  : Omit<ConversionInputs[N], 'webhookUrl'>;

/** The JSON that a call returns; `never` if its response has no body. */
export type ResponseBody<N extends keyof ResponseBodies> = ResponseBodies[N];

/** The query parameters of a call. */
export type Query<N extends keyof Queries> = Queries[N];
