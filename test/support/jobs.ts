import { ulid } from 'ulid';
import type { StoredFile } from '#lib/files/file-record.ts';
import type { Job } from '#lib/jobs/job.ts';

export const newJob = (overrides: Partial<Job> = {}): Job => {
  const now = Date.now();
  return {
    v: 2,
    id: `job_${ulid()}`,
    owner: 'key_me',
    type: 'docx-to-pdf',
    queue: 'office',
    status: 'queued',
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + 7 * 24 * 3600 * 1000).toISOString(),
    attempts: 0,
    inputs: [{ field: 'file', key: 'inputs/key_me/job_1', eTag: '"1"', fileName: 'a.docx', size: 1 }],
    fileName: 'a.pdf',
    options: { quality: 90 },
    ...overrides,
  };
};

export const newResult = (job: Job): StoredFile => ({
  id: job.id.replace('job_', 'file_'),
  owner: job.owner,
  key: `results/${job.owner}/${job.id}`,
  fileName: job.fileName,
  contentType: 'application/pdf',
  size: 10,
  pages: 1,
  sha256: '00',
  warnings: [],
  expiresAt: new Date(Date.parse(job.createdAt) + 24 * 3600 * 1000).toISOString(),
});
