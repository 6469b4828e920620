import type { PdfRunner } from './pdf-thread.ts';

/** Opens the runner for the first task, in functions most of whose requests have none. */
export function lazyPdf(open: () => PdfRunner): PdfRunner {
  let opened: PdfRunner | undefined;
  return { run: (...task) => (opened ??= open()).run(...task) };
}
