/** The types of jobs that convert one kind of office document. */
export const officeJobTypes = ['docx-to-pdf', 'xlsx-to-pdf', 'pptx-to-pdf'] as const;

export type OfficeJobType = (typeof officeJobTypes)[number];

/** The types of jobs, by the name that clients see: the name of the conversion's contract, or of the office conversion. */
export const jobTypes = [
  ...officeJobTypes,
  'to-pdf',
  'convert-office',
  'merge-pdf',
  'split-pdf',
  'edit-pdf',
  'pdf-images',
  'pdf-text',
  'thumbnail',
  'html-file',
  'html-url',
  'html-markdown',
  'gotenberg-pdfengines',
  'gotenberg-chromium',
] as const;

/** The types of jobs that are only parts of others, which clients do not see. */
export const partTypes = ['html-mail'] as const;

export type PublicJobType = (typeof jobTypes)[number];

export type JobType = PublicJobType | (typeof partTypes)[number];

/**
 * `queued` → `processing` → `completed` | `failed`; `queued` or `processing` → `canceled`. The last three are
 * terminal and never change.
 */
export const jobStatuses = ['queued', 'processing', 'completed', 'failed', 'canceled'] as const;

export type JobStatus = (typeof jobStatuses)[number];
