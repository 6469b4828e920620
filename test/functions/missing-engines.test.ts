import { expect, it } from 'vitest';
import { submitOffice } from '#lib/conversions/office/submit-office.ts';
import { requireInstalled } from '#lib/base/require-installed.ts';
import { AllowedHosts } from '#lib/engines/egress/allowed-hosts.ts';
import { makeDocx } from '../support/office.ts';
import { openJobSubmission } from '#lib/storage/open-stores.ts';

const bytes = makeDocx();
const unavailable = { code: 'unavailable', retryAfterSeconds: 3600 };

it('an installation without LibreOffice accepts no document, and says so', async () => {
  const stores = openJobSubmission({
    BUCKET_NAME: 'none',
    JOBS_TABLE_NAME: 'none',
    JOB_QUEUE: 'office',
    JOB_QUEUE_URL: 'http://none.invalid/',
    OPEN_JOBS: '1,1,1',
    MONTHLY_DOCUMENTS: '0,0,0',
  });
  const message = 'LibreOffice is not installed in this deployment.';
  const held = { activity: stores.activity, cap: { free: 0, pro: 0, business: 0 } };
  const submission = { ...stores, held, unavailable: message, allowedHosts: AllowedHosts.parse('') };
  const request = {
    principal: { keyId: 'key_me', plan: 'free' as const },
    baseUrl: 'http://none.invalid',
    preferences: new Map<string, string>(),
    accept: '*/*',
    inlineBytes: 0,
    deadline: 0,
    files: {
      file: {
        field: 'file',
        fileName: 'a.docx',
        size: bytes.length,
        source: { kind: 'inline' as const, bytes },
      },
    },
    fields: { fileName: 'a' },
  };
  await expect(
    submitOffice({ type: 'docx-to-pdf', kind: 'docx' }, request, submission),
  ).rejects.toMatchObject({
    ...unavailable,
    message,
  });
});

it('an installation without Chromium renders no page, and says so', () => {
  const reason = 'Chromium is not installed in this deployment.';
  expect(() => requireInstalled(reason)).toThrow(
    expect.objectContaining({ ...unavailable, message: reason }),
  );
  expect(() => requireInstalled(undefined)).not.toThrow();
});
