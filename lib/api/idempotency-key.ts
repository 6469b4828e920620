import * as z from 'zod';

/** The header with which a client identifies retries of a request (draft-ietf-httpapi-idempotency-key). */
export const idempotencyHeader = 'Idempotency-Key';

export const idempotencyKey = z.string().regex(/^[\x20-\x7e]{1,255}$/);
