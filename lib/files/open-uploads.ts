import { AppError } from '../base/app-error.ts';
import type { Principal } from '../auth/authorizer.ts';
import type { PlanCap } from '../auth/plan-caps.ts';
import type { PlanName } from '../auth/plans.ts';
import { limits } from '../base/limits.ts';
import { countedSize, settleUploads } from './settle-uploads.ts';
import type { UploadStores } from './upload-store.ts';
import type { UploadCount } from './upload-counter.ts';

const bytesPerMegabyte = 1024 * 1024;

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
   * Counts an upload that is announced.
   *
   * @param upload `size` in bytes, at most the limit of the plan
   * @throws AppError `too-many-uploads` when it does not fit, `gone` when an upload with that id was deleted
   */
  async announce({ keyId, plan }: Principal, upload: { id: string; size: number }): Promise<void> {
    const { counter, records } = this.#stores;
    const size = Math.min(countedSize(upload.size), this.limitOf(plan));
    const before = await counter.read(keyId);
    const mustSettle = !this.#fits(before, size, plan) && before.settleAt <= this.#now();
    const count = (mustSettle && (await settleUploads(this.#stores, keyId, this.#now))) || before;
    if (!this.#fits(count, size, plan)) throw this.#tooMany(count, size, plan);
    const now = this.#now();
    if (!(await records.put(keyId, { id: upload.id, size, announcedAt: now }))) throw deleted();
    const limit = this.limitOf(plan);
    if (await counter.add(keyId, size, { open: limit, held: 2 * limit }, now)) return;
    // If this fails, the record lapses with the form, which no client has.
    await records.discard(keyId, upload.id).catch(() => undefined);
    throw this.#tooMany(await counter.read(keyId), size, plan);
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
