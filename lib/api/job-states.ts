/** The types of jobs, by the name that clients see. */
export const jobTypes = ['docx-to-pdf', 'xlsx-to-pdf', 'pptx-to-pdf'] as const;

export type JobType = (typeof jobTypes)[number];

/**
 * `queued` → `processing` → `completed` | `failed`; `queued` or `processing` → `canceled`. The last three are
 * terminal and never change.
 */
export const jobStatuses = ['queued', 'processing', 'completed', 'failed', 'canceled'] as const;

export type JobStatus = (typeof jobStatuses)[number];
