import type { Slot } from '../../activity/activity.ts';
import { slotName } from './slot-items.ts';
import { ulidOf, lapseOf } from '../../jobs/open-jobs.ts';

/** The slot that the job takes up until it ends, by the item in its record. */
export const openJobSlot = (jobId: string, item: string): Slot => ({
  kind: 'open',
  item,
  element: slotName(lapseOf(jobId), ulidOf(jobId)),
});
