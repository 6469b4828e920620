import type { RateStatus } from '../auth/rate-limit.ts';

/**
 * The remaining calls of the plan: the structured fields of draft-ietf-httpapi-ratelimit-headers-11, and the older
 * `X-RateLimit-*` that most clients read.
 */
export function rateLimitHeaders({
  plan,
  limit,
  remaining,
  resetSeconds,
  resetAt,
}: RateStatus): Record<string, string> {
  return {
    'RateLimit-Policy': `"${plan}";q=${limit};w=60`,
    RateLimit: `"${plan}";r=${remaining};t=${resetSeconds}`,
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(resetAt),
  };
}
