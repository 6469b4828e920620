import type { APIGatewayProxyEvent } from 'aws-lambda';
import { AppError } from '../base/app-error.ts';
import { headerOf } from './request.ts';
import { idempotencyHeader, idempotencyKey } from '../api/idempotency-key.ts';

/** @throws AppError `invalid-field` when the header is not a valid key */
export function idempotencyKeyOf(event: APIGatewayProxyEvent): string | undefined {
  const key = headerOf(event, idempotencyHeader.toLowerCase());
  if (key === undefined || idempotencyKey.safeParse(key).success) return key;
  throw AppError.inField('invalid-field', idempotencyHeader, 'must be 1 to 255 printable ASCII characters');
}
