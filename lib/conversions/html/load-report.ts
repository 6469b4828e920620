import * as z from 'zod';
import { reportLimits } from '../../engines/html/load-report.ts';

/** What an endpoint requests about a load besides its warnings. */
export const reportOptions = z.object({
  pageStatuses: z.array(z.int()),
  resourceStatuses: z.array(z.int()),
  exceptions: z.boolean(),
});

const text = z.string().max(reportLimits.text);

/** What happened while a page was loaded. It comes from a process that runs untrusted code. */
export const loadReport = z.object({
  resources: z
    .array(z.object({ url: z.string().max(reportLimits.url), status: z.int() }))
    .max(reportLimits.entries),
  failures: z.array(z.object({ type: text, error: text })).max(reportLimits.entries),
  exceptions: z.array(text).max(reportLimits.entries),
});
