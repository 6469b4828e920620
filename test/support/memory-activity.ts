import type { ActivityStore, ConversionUsage, FindEnded, Slot, SlotRequest } from '#lib/activity/activity.ts';
import { holderOf, isLapsed, slotName } from '#lib/storage/dynamodb/slot-items.ts';

/** Slots and usage in memory. */
export class MemoryActivity implements ActivityStore {
  readonly slots = new Map<string, string>();
  readonly usage: { owner: string; usage: ConversionUsage }[] = [];

  async take(request: SlotRequest, findEnded?: FindEnded): Promise<Slot | undefined> {
    const { owner, kind, id, until, limit } = request;
    const scope = `${owner} ${kind} `;
    const taken = () => [...this.slots.keys()].filter((key) => key.startsWith(scope));
    const element = slotName(until, id);
    if (taken().length >= limit && !this.slots.has(scope + element)) {
      const ended = (await findEnded?.(taken().map((key) => holderOf(key.slice(scope.length))))) ?? [];
      for (const key of taken()) {
        const name = key.slice(scope.length);
        if (isLapsed(name, Date.now()) || ended.includes(holderOf(name))) this.slots.delete(key);
      }
      if (taken().length >= limit) return undefined;
    }
    this.slots.set(scope + element, element);
    return { kind, item: 'memory', element };
  }

  release(owner: string, { kind, element }: Slot, usage?: ConversionUsage): Promise<void> {
    if (this.slots.delete(`${owner} ${kind} ${element}`) && usage) this.usage.push({ owner, usage });
    return Promise.resolve();
  }
}
