/** Names hold a hash, so what is under one never changes. */
export const assetHeaders = { 'cache-control': 'public, max-age=31536000, immutable' };

/**
 * What fences the page: it loads its own files alone, speaks to the API and to storage, and nobody frames it. A key is
 * typed into it, so nothing that could get into it may run or take the key elsewhere.
 *
 * @param storageOrigin of the presigned URLs, which uploads go to and results come from
 */
export function pageHeaders(storageOrigin: string): Record<string, string> {
  const policy = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    // The reference's icons are data: URLs in its style sheet, pictures that were made are blob: URLs.
    'img-src': "'self' data: blob:",
    'connect-src': `'self' ${storageOrigin}`,
    // Draws PDFs for the preview.
    'worker-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  };
  return documentHeaders(policy);
}

const documentHeaders = (policy: Readonly<Record<string, string>>): Record<string, string> => ({
  // Clients revalidate each time, because the document names the current versions of its files.
  'cache-control': 'no-cache',
  'content-security-policy': Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; '),
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
});

/** Of the guides, which run no script and connect to nothing. */
export const guideHeaders = documentHeaders({
  'default-src': "'none'",
  'style-src': "'self'",
  'img-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
});
