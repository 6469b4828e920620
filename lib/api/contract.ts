import type * as z from 'zod';
import type { ErrorCode } from '../base/app-error.ts';

/** A field of a multipart body that takes file parts, or upload ids in text fields of the same name. */
export interface FileField {
  description: string;
  /** Media types of what is valid, for the documentation; the content itself decides. */
  contentTypes: readonly string[];
  /** Undefined for exactly one file. */
  many?: { min: number; max: number };
}

/** Text fields of a body: a strict object whose members take a string, or undefined where optional. */
export type TextFields = z.ZodObject<z.ZodRawShape, z.core.$strict>;

export interface MultipartBody {
  kind: 'multipart';
  files: Readonly<Record<string, FileField>>;
  fields: TextFields;
  /** Which fields need or exclude each other, in keywords of JSON Schema, for the documentation. */
  rules?: Readonly<Record<string, unknown>>;
}

export interface JsonBody {
  kind: 'json';
  schema: z.ZodType;
}

export interface ResponseHeader {
  description: string;
  /** Numbers are headers that hold a whole number. */
  example?: string | number;
  /** Whether every such answer has it. */
  required?: boolean;
}

/** What can be called next, with what this answer tells: a link of OpenAPI. */
export interface ResponseLink {
  operationId: string;
  description: string;
  /** Runtime expressions by parameter: `$response.body#/id`. */
  parameters: Readonly<Record<string, string>>;
}

/** One successful answer, for the documentation. */
export interface ContractResponse {
  description: string;
  /** Absent where the answer has no body. `bytes` stands for a file. */
  content?: Readonly<Record<string, z.ZodType | 'bytes'>>;
  headers?: Readonly<Record<string, ResponseHeader>>;
  /** Of the JSON answer. */
  example?: unknown;
  /** Instead of `example`, where one is not enough. */
  examples?: Readonly<Record<string, { summary: string; value: unknown }>>;
  links?: Readonly<Record<string, ResponseLink>>;
}

/**
 * What an endpoint takes and gives: the one source of its validation, types, route, and documentation. Pure: no
 * environment, no AWS.
 */
export interface Contract {
  /** The function's folder below `functions/`, and its `operationId`. */
  name: string;
  /** The function's folder where several routes share one; `name` when absent. */
  servedBy?: string;
  method: 'GET' | 'POST' | 'DELETE';
  /** As in API Gateway and OpenAPI: `/api/files/{id}`. */
  path: `/${string}`;
  tag: string;
  summary: string;
  description?: string;
  access: 'public' | 'key';
  /** Whether a call counts as a conversion against the key's plan. */
  metered: boolean;
  body?: MultipartBody | JsonBody;
  pathParameters?: z.ZodObject;
  /** Parameters behind the question mark: members take a string, or undefined where optional. All others are refused. */
  query?: z.ZodObject;
  /** Headers that change what the endpoint does, for the documentation; `Idempotency-Key` is every POST's. */
  requestHeaders?: z.ZodRawShape;
  responses: Readonly<Record<number, ContractResponse>>;
  /** The codes that this endpoint can answer beside those every endpoint shares. */
  errors: readonly ErrorCode[];
}

/** The function that serves `contract`. */
export const functionOf = ({ name, servedBy = name }: Contract): string => servedBy;

/** The same of a contract's literal type. */
export type FunctionOf<C extends Contract> = C extends { servedBy: infer Name extends string }
  ? Name
  : C['name'];

/** Keeps the literal types of a contract while checking its form. */
export const defineContract = <const C extends Contract>(contract: C): C => contract;
