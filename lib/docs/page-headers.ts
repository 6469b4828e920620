/** Names contain a hash, so the content under a name never changes. */
export const assetHeaders = { 'cache-control': 'public, max-age=31536000, immutable' };

/**
 * The security policy of the page: it loads only its own files, connects only to the API and to storage, and cannot be
 * framed. Users enter their API key, so injected code must not be able to run or send the key elsewhere.
 *
 * @param storageOrigin of the presigned URLs, to which uploads are sent and from which results are downloaded
 */
export function pageHeaders(storageOrigin: string): Record<string, string> {
  const policy = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    // The reference's style sheet has icons as data: URLs. Result images are blob: URLs.
    'img-src': "'self' data: blob:",
    'connect-src': `'self' ${storageOrigin}`,
    // Renders PDFs for the preview.
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

/** Headers of the guides, which run no script and connect to nothing. */
export const guideHeaders = documentHeaders({
  'default-src': "'none'",
  'style-src': "'self'",
  'img-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
});
