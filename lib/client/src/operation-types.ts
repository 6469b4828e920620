import type { ConversionInputs, Queries, ResponseBodies } from './api-types.ts';

export type ConversionName = keyof ConversionInputs;

/** The fields of a conversion: its files and its options. */
export type ConversionInput<N extends ConversionName> = ConversionInputs[N];

/** The JSON that a call returns; `never` if its response has no body. */
export type ResponseBody<N extends keyof ResponseBodies> = ResponseBodies[N];

/** The query parameters of a call. */
export type Query<N extends keyof Queries> = Queries[N];
