import { idempotencyHeader } from '../api/idempotency-key.ts';

/** Response headers that pages of other origins may read. */
const exposedHeaders = [
  'Location',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Idempotent-Replayed',
  'Preference-Applied',
  'Content-Disposition',
  'WWW-Authenticate',
  'X-Warnings',
  'x-render-warnings',
  'x-text-warnings',
  'x-request-id',
];

/**
 * For every response: any page may call the service and read its responses. This is safe without cookies, because every
 * caller has to send a key.
 */
export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposedHeaders.join(', '),
};

/** Headers of the response to a preflight request (Fetch standard, "CORS-preflight fetch"). */
export const preflightHeaders = (methods: readonly string[]) => ({
  'access-control-allow-origin': '*',
  'access-control-allow-methods': methods.join(', '),
  // Listed one by one: `*` does not cover Authorization.
  'access-control-allow-headers': [
    'Authorization',
    'Content-Type',
    idempotencyHeader,
    'Prefer',
    'traceparent',
  ].join(', '),
  // The longest time that Chromium caches.
  'access-control-max-age': '7200',
});
