/**
 * Removes what a public report must not contain: API keys, webhook secrets, and the signatures of presigned URLs. Joins
 * lines, removes control characters, and shortens long texts.
 */
export const redacted = (text: string): string => {
  const safe = text
    .replaceAll(/\bfcs_\w+/g, 'fcs_…')
    .replaceAll(/\bwhsec_[\w+/=]+/g, 'whsec_…')
    .replaceAll(/(https?:\/\/[^\s?"'`<>]+)\?[^\s"'`<>]*/g, '$1?…')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return safe.length > longest ? `${safe.slice(0, longest - 1)}…` : safe;
};

const longest = 400;
