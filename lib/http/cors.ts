import { idempotencyHeader } from '../api/idempotency-key.ts';

/** What answers tell besides their bodies, and pages of other origins may read of them. */
const exposedHeaders = [
  'Location',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Idempotent-Replayed',
  'Content-Disposition',
  'WWW-Authenticate',
  'x-render-warnings',
  'x-request-id',
];

/**
 * On every answer: any page may call the service and read what it says. Nothing is given away by that, since there are
 * no cookies: whoever sends a key has it.
 */
export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposedHeaders.join(', '),
};

/** The answer to the question that browsers ask before such a call (Fetch standard, "CORS-preflight fetch"). */
export const preflightHeaders = (methods: readonly string[]) => ({
  'access-control-allow-origin': '*',
  'access-control-allow-methods': methods.join(', '),
  // Written out: `*` would not cover Authorization.
  'access-control-allow-headers': [
    'Authorization',
    'Content-Type',
    idempotencyHeader,
    'Prefer',
    'traceparent',
  ].join(', '),
  // As long as Chromium remembers it.
  'access-control-max-age': '7200',
});
