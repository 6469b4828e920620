import type { Validation } from './api-types.ts';

/** The result of a validation in words: the verdict, then a line for each failure. */
export function validationLines({ conformance, valid, failures }: Validation): string[] {
  const names = conformance.split(',').map(nameOf).join(' and ');
  if (valid) return [`The PDF conforms to ${names}.`];
  const lines = failures.map(({ clause, message, pages }) => `${clause}: ${message}${placesOf(pages)}`);
  return [`The PDF does not conform to ${names}.`, ...lines];
}

/** `2b` is PDF/A-2b, `ua1` PDF/UA-1. */
const nameOf = (conformance: string): string =>
  conformance.startsWith('ua') ? `PDF/UA-${conformance.slice(2)}` : `PDF/A-${conformance}`;

const placesOf = (pages: readonly number[]): string =>
  pages.length === 0 ? '' : ` (${pages.length === 1 ? 'page' : 'pages'} ${pages.join(', ')})`;
