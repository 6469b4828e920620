import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod';
import { AppError } from '../base/app-error.ts';
import { headerOf } from './request.ts';

/** The header by which a client says that a request is the same as one before (draft-ietf-httpapi-idempotency-key). */
export const idempotencyHeader = 'Idempotency-Key';

export const idempotencyKey = z.string().regex(/^[\x20-\x7e]{1,255}$/);

/** @throws AppError `invalid-field` for a key that is none */
export function idempotencyKeyOf(event: APIGatewayProxyEvent): string | undefined {
  const key = headerOf(event, idempotencyHeader.toLowerCase());
  if (key === undefined || idempotencyKey.safeParse(key).success) return key;
  throw AppError.inField('invalid-field', idempotencyHeader, 'must be 1 to 255 printable ASCII characters');
}
