import type { Slot } from '../../activity/activity.ts';
import { slotName } from './slot-items.ts';
import { lapseOf, slotHolder } from '../../jobs/open-jobs.ts';

/**
 * A slot that the job holds until it ends, with the item from its record.
 *
 * @param index of the slot among those of the job
 */
export const openJobSlot = (jobId: string, item: string, index = 0): Slot => ({
  kind: 'open',
  item,
  element: slotName(lapseOf(jobId), slotHolder(jobId, index)),
});
