import { expect, it } from 'vitest';
import { JobDurations } from '#lib/jobs/job-durations.ts';

it('the next job is read first shortly before the shortest of the last eight would have ended', () => {
  const durations = new JobDurations();
  expect(durations.firstRead).toBe(70);
  durations.add(100);
  expect(durations.firstRead).toBe(95);
  for (let count = 0; count < 7; count += 1) durations.add(150);
  expect(durations.firstRead).toBe(95);
  durations.add(150);
  expect(durations.firstRead).toBe(142.5);
});

it('however long jobs take, the next one is read early enough for a short job', () => {
  const durations = new JobDurations();
  durations.add(20_000);
  expect(durations.firstRead).toBe(200);
});
