/** Options for callers that decide themselves what is an error. */
export interface ReportOptions {
  /** Statuses of the page that are an error, in place of all from 400 on. */
  pageStatuses: number[];
  /** Statuses of resources that are reported. */
  resourceStatuses: number[];
  /** Whether uncaught exceptions of the page's scripts are reported. */
  exceptions: boolean;
}

/** What happened while a page was loaded and rendered. The lists have limits. */
export interface LoadReport {
  /** Resources with one of the requested statuses. */
  resources: { url: string; status: number }[];
  /** Resources that did not arrive: the type of the Chrome DevTools Protocol, and the name of Chromium's error. */
  failures: { type: string; error: string }[];
  /** Uncaught exceptions, each with its position and its stack. */
  exceptions: string[];
}

/** Limits of a report in entries and characters. */
export const reportLimits = { entries: 50, url: 2000, text: 1000 } as const;
