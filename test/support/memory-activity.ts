import type {
  ActivityStore,
  ConversionUsage,
  FindEnded,
  Slot,
  SlotRequest,
  SlotsRequest,
} from '#lib/activity/activity.ts';
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

  async takeAll({ ids, ...request }: SlotsRequest, findEnded?: FindEnded): Promise<Slot[] | undefined> {
    const taken: Slot[] = [];
    for (const id of ids) {
      const slot = await this.take({ ...request, id }, findEnded);
      if (slot) taken.push(slot);
    }
    if (taken.length === ids.length) return taken;
    await this.releaseAll(request.owner, taken);
    return undefined;
  }

  async releaseAll(owner: string, slots: readonly Slot[], usage?: ConversionUsage): Promise<void> {
    for (const [index, slot] of slots.entries())
      await this.release(owner, slot, index === 0 ? usage : undefined);
  }

  release(owner: string, { kind, element }: Slot, usage?: ConversionUsage): Promise<void> {
    if (this.slots.delete(`${owner} ${kind} ${element}`) && usage) this.usage.push({ owner, usage });
    return Promise.resolve();
  }
}
