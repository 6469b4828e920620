import { AppError } from '../base/app-error.ts';
import type { Principal } from '../auth/authorizer.ts';
import type { PlanCap } from '../auth/plan-caps.ts';
import type { PlanName } from '../auth/plans.ts';
import { limits } from '../base/limits.ts';
import { countedSize, settleUploads } from './settle-uploads.ts';
import type { UploadStores } from './upload-store.ts';
import type { UploadCount } from './upload-counter.ts';

const bytesPerMegabyte = 1024 * 1024;

/** Milliseconds for which a key that had ample room is taken to have some. */
const roomyMilliseconds = 10_000;

/** Maximum number of keys that are remembered. */
const maxRemembered = 10_000;

/**
 * Admits announcements of uploads up to the limit of a key's plan. Deleted uploads no longer count, but their forms
 * cannot be revoked: together with them a key may hold twice the limit.
 *
 * The record of an upload is written before the counter changes. So a settlement sees every upload that the counter has
 * admitted, and a function that dies between the two leaves a record that lapses with its form.
 */
export class OpenUploads {
  readonly #stores: UploadStores;
  readonly #caps: PlanCap;
  readonly #now: () => number;
  /** Keys that had used less than half of their limit when their counter was read, and until when that is relied on. */
  readonly #roomy = new Map<string, number>();

  /** @param caps MiB that a key of each plan may have open */
  constructor(stores: UploadStores, caps: PlanCap, now: () => number = Date.now) {
    this.#stores = stores;
    this.#caps = caps;
    this.#now = now;
  }

  /** Bytes that a key of that plan may have open. */
  limitOf(plan: PlanName): number {
    return this.#caps[plan] * bytesPerMegabyte;
  }

  /**
   * Counts an upload that is announced. The counter of a key with ample room is not read for each upload: it rejects what
   * does not fit.
   *
   * @param upload `size` in bytes, at most the limit of the plan
   * @throws AppError `too-many-uploads` when it does not fit, `gone` when an upload with that id was deleted
   */
  async announce(principal: Principal, upload: { id: string; size: number }): Promise<void> {
    const { keyId, plan } = principal;
    const size = Math.min(countedSize(upload.size), this.limitOf(plan));
    if (this.#now() < (this.#roomy.get(keyId) ?? 0) && (await this.#add(principal, { ...upload, size })))
      return;
    await this.#requireRoom(principal, size);
    if (await this.#add(principal, { ...upload, size })) return;
    throw this.#tooMany(await this.#stores.counter.read(keyId), size, plan);
  }

  /** @throws AppError `too-many-uploads` when an upload of that size does not fit */
  async #requireRoom({ keyId, plan }: Principal, size: number): Promise<void> {
    this.#roomy.delete(keyId);
    const before = await this.#stores.counter.read(keyId);
    const mustSettle = !this.#fits(before, size, plan) && before.settleAt <= this.#now();
    const count = (mustSettle && (await settleUploads(this.#stores, keyId, this.#now))) || before;
    if (!this.#fits(count, size, plan)) throw this.#tooMany(count, size, plan);
    if (Math.max(count.open, count.held / 2) + size > this.limitOf(plan) / 2) return;
    if (this.#roomy.size >= maxRemembered) this.#roomy.clear();
    this.#roomy.set(keyId, this.#now() + roomyMilliseconds);
  }

  /**
   * Records an upload and counts it. Returns whether it fits.
   *
   * @throws AppError `gone` when an upload with that id was deleted
   */
  async #add({ keyId, plan }: Principal, { id, size }: { id: string; size: number }): Promise<boolean> {
    const { counter, records } = this.#stores;
    const now = this.#now();
    if (!(await records.put(keyId, { id, size, announcedAt: now }))) throw deleted();
    const limit = this.limitOf(plan);
    if (await counter.add(keyId, size, { open: limit, held: 2 * limit }, now)) return true;
    // If this fails, the record lapses with the form, which no client has.
    await records.discard(keyId, id).catch(() => undefined);
    return false;
  }

  /**
   * Records a new form for an upload that was counted before. An upload that has lapsed since is counted again.
   *
   * @throws AppError `too-many-uploads` when it does not fit, `gone` when the upload was deleted
   */
  async renew(principal: Principal, upload: { id: string; size: number }): Promise<void> {
    const change = await this.#stores.records.renew(principal.keyId, upload.id, this.#now());
    if (change === 'deleted') throw deleted();
    if (change === 'missing') await this.announce(principal, upload);
  }

  #fits({ open, held }: UploadCount, size: number, plan: PlanName): boolean {
    const limit = this.limitOf(plan);
    return open + size <= limit && held + size <= 2 * limit;
  }

  #tooMany({ open, settleAt, nextAt = 0 }: UploadCount, size: number, plan: PlanName): AppError {
    // An upload announced since the last settlement lapses within the time of a form.
    const wait = Math.min(Math.max(settleAt, nextAt) - this.#now(), limits.urlSeconds * 1000);
    const retryAfterSeconds = Math.max(1, Math.ceil(wait / 1000));
    const allowed = `The ${plan} plan allows ${this.#caps[plan]} MiB of open uploads`;
    const detail =
      open + size > this.limitOf(plan)
        ? `${allowed}. Delete uploads that are no longer needed with DELETE /api/uploads/{id}, or retry later.`
        : `${allowed}, and the same amount in deleted uploads whose forms are still valid. Retry later.`;
    return new AppError('too-many-uploads', detail, { retryAfterSeconds });
  }
}

const deleted = (): AppError => new AppError('gone', 'The upload has been deleted.');
