import { expect, it } from 'vitest';
import { acceptConversion } from '#lib/conversions/jobs/submit-conversion.ts';
import { AllowedHosts } from '#lib/engines/egress/allowed-hosts.ts';
import { MemoryActivity } from '../../../support/memory-activity.ts';
import { MemoryJobQueue, MemoryJobStore } from '../../../support/memory-jobs.ts';

it('a job has its secret options apart from the others', async () => {
  const jobs = new MemoryJobStore();
  const protect = { userPassword: 'secret' };
  const options = { fileName: 'a.pdf', pages: undefined, protect };
  const { job } = await acceptConversion(
    {
      call: {
        principal: { keyId: 'key_me', plan: 'free' },
        baseUrl: 'https://api.example',
        preferences: new Map(),
        fields: {},
      },
      conversion: { type: 'edit-pdf', inputs: [], fileName: 'a.pdf', options },
    },
    {
      activity: new MemoryActivity(),
      inputs: { store: () => Promise.reject(new Error('there is no input')) },
      jobs,
      openJobsCap: { free: 1, pro: 1, business: 1 },
      queue: new MemoryJobQueue(),
      queueName: 'pdf',
      allowedHosts: AllowedHosts.none,
    },
  );
  const stored = await jobs.find(job.id);
  expect(stored).toMatchObject({ options: { fileName: 'a.pdf' }, secrets: { protect } });
  expect(stored?.options).toEqual({ fileName: 'a.pdf' });
});
