import * as z from 'zod';

/** The header by which a client says that a request is the same as one before (draft-ietf-httpapi-idempotency-key). */
export const idempotencyHeader = 'Idempotency-Key';

export const idempotencyKey = z.string().regex(/^[\x20-\x7e]{1,255}$/);
