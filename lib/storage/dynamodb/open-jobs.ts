import type { Slot } from '../../activity/activity.ts';
import { slotName } from './slot-items.ts';
import { ulidOf } from '../../jobs/job.ts';
import { lapseOf } from '../../jobs/open-jobs.ts';

/** The slot that the job holds until it ends, with the item from its record. */
export const openJobSlot = (jobId: string, item: string): Slot => ({
  kind: 'open',
  item,
  element: slotName(lapseOf(jobId), ulidOf(jobId)),
});
