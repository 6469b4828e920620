import type * as z from 'zod';
import type { ErrorCode } from '../base/app-error.ts';
import type { SchemaRules } from './fields/schema-rules.ts';

/** A field of a multipart body that accepts file parts, or ids and URLs in text fields of the same name. */
export interface FileField {
  description: string;
  /** Valid media types, for the documentation. Validation checks the content itself. */
  contentTypes: readonly string[];
  /** Undefined for exactly one file. */
  many?: { min: number; max: number };
}

/** Text fields of a body: a strict object. Each member accepts a string, or undefined if it is optional. */
export type TextFields = z.ZodObject<z.ZodRawShape, z.core.$strict>;

export interface MultipartBody {
  kind: 'multipart';
  files: Readonly<Record<string, FileField>>;
  fields: TextFields;
  /** Which fields require or exclude each other, for the documentation. */
  rules?: readonly SchemaRules[];
}

export interface JsonBody {
  kind: 'json';
  schema: z.ZodType;
}

export interface ResponseHeader {
  description: string;
  /** A number stands for a header with a whole number. */
  example?: string | number;
  /** Whether every response with this status has the header. */
  required?: boolean;
}

/** A possible next call with values of this response: an OpenAPI link. */
export interface ResponseLink {
  operationId: string;
  description: string;
  /** Runtime expressions by parameter: `$response.body#/id`. */
  parameters: Readonly<Record<string, string>>;
}

/** One successful response, for the documentation. */
export interface ContractResponse {
  description: string;
  /** Absent if the response has no body. `bytes` stands for a file. */
  content?: Readonly<Record<string, z.ZodType | 'bytes'>>;
  headers?: Readonly<Record<string, ResponseHeader>>;
  /** Example of the JSON response. */
  example?: unknown;
  /** Replaces `example` if one is not enough. */
  examples?: Readonly<Record<string, { summary: string; value: unknown }>>;
  links?: Readonly<Record<string, ResponseLink>>;
}

/**
 * The input and output of an endpoint: the single source of its validation, types, route, and documentation. Pure: no
 * environment, no AWS.
 */
export interface Contract {
  /** The function's folder below `functions/`, and its `operationId`. */
  name: string;
  /** The function's folder if several routes share one; `name` if absent. */
  servedBy?: string;
  method: 'GET' | 'POST' | 'DELETE';
  /** Path in the format of API Gateway and OpenAPI: `/api/files/{id}`. */
  path: `/${string}`;
  /** The path of the gateway's route if several contracts share one: `/forms/pdfengines/{proxy+}`. */
  route?: `/${string}`;
  tag: string;
  summary: string;
  description?: string;
  access: 'public' | 'key';
  /** Whether a key can also be the password of HTTP Basic authentication. */
  basicAuth?: true;
  /** Whether HEAD is a method of the route, too. */
  alsoHead?: true;
  /** Whether browsers cannot call it from other origins: it has no response to preflight requests. */
  noPreflight?: true;
  /** Whether a call counts as a conversion against the key's plan. */
  metered: boolean;
  /**
   * Whether a POST stores nothing. A repeated request is then processed again, and `Idempotency-Key` has no effect.
   */
  storesNothing?: true;
  /**
   * Whether a POST stores nothing unless it is a job. `Idempotency-Key` then has an effect on requests for jobs only.
   */
  replaysJobsOnly?: true;
  /** Whether the conversion is always a job. The response is then 202 unless the client waits. */
  isJob?: true;
  body?: MultipartBody | JsonBody;
  pathParameters?: z.ZodObject;
  /** Query parameters. Each member accepts a string, or undefined if it is optional. All others are rejected. */
  query?: z.ZodObject;
  /** Headers that change the endpoint's behavior, for the documentation. Every POST also accepts `Idempotency-Key`. */
  requestHeaders?: z.ZodRawShape;
  responses: Readonly<Record<number, ContractResponse>>;
  /** Headers of every response of the function. */
  responseHeaders?: NonNullable<ContractResponse['headers']>;
  /** If errors of the function are texts instead of problems: the statuses that differ from those of problems. */
  textErrors?: Readonly<Partial<Record<ErrorCode, number>>>;
  /** The codes that this endpoint can return besides those that all endpoints share. */
  errors: readonly ErrorCode[];
}

/** Whether a repeated request with the same `Idempotency-Key` gets the first response. */
export const replays = ({ method, storesNothing }: Pick<Contract, 'method' | 'storesNothing'>): boolean =>
  method === 'POST' && !storesNothing;

/** Returns the name of the function that serves `contract`. */
export const functionOf = ({ name, servedBy = name }: Contract): string => servedBy;

/** As `functionOf`, for a contract's literal type. */
export type FunctionOf<C extends Contract> = C extends { servedBy: infer Name extends string }
  ? Name
  : C['name'];

/** Checks the type of a contract and preserves its literal types. */
export const defineContract = <const C extends Contract>(contract: C): C => contract;
