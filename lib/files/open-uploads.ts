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

/** An upload that is announced; its size in bytes. */
interface AnnouncedUpload {
  id: string;
  size: number;
}

/**
 * Admits announcements of uploads up to the limit of a key's plan. Deleted uploads no longer count, but their forms
 * cannot be revoked: together with them a key may hold twice the limit.
 *
 * The records of uploads are written before the counter changes. So a settlement sees every upload that the counter has
 * admitted, and a function that dies between the two leaves records that lapse with their forms.
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
   * Counts uploads that are announced together, or none of them. The counter of a key with ample room is not read for
   * each announcement: it rejects what does not fit.
   *
   * @param uploads `size` in bytes, at most the limit of the plan
   * @param areNew whether no upload had one of the ids before; their records then take fewer calls
   * @throws AppError `too-many-uploads` when they do not fit, `gone` when an upload with such an id was deleted
   */
  async announce(principal: Principal, uploads: readonly AnnouncedUpload[], areNew = false): Promise<void> {
    const { keyId, plan } = principal;
    const counted = this.#counted(uploads, plan);
    const size = sumOf(counted);
    const isRoomy = this.#now() < (this.#roomy.get(keyId) ?? 0);
    if (isRoomy && (await this.#add(principal, counted, areNew))) return;
    await this.#requireRoom(principal, size);
    if (await this.#add(principal, counted, areNew)) return;
    throw this.#tooMany(await this.#stores.counter.read(keyId), size, plan);
  }

  /** @throws AppError `file-too-large` in `field` when the uploads would not fit if the key had no others */
  requireWithinLimit(uploads: readonly AnnouncedUpload[], plan: PlanName, field: string): void {
    if (sumOf(this.#counted(uploads, plan)) <= this.limitOf(plan)) return;
    const message = `must have at most ${this.limitOf(plan)} bytes together, the limit of open uploads in your plan`;
    throw AppError.inField('file-too-large', field, message);
  }

  #counted(uploads: readonly AnnouncedUpload[], plan: PlanName): AnnouncedUpload[] {
    return uploads.map(({ id, size }) => ({ id, size: Math.min(countedSize(size), this.limitOf(plan)) }));
  }

  /** @throws AppError `too-many-uploads` when that many bytes do not fit */
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
   * Records uploads and counts them. Returns whether they fit.
   *
   * @throws AppError `gone` when an upload with such an id was deleted
   */
  async #add(
    { keyId, plan }: Principal,
    uploads: readonly AnnouncedUpload[],
    areNew: boolean,
  ): Promise<boolean> {
    const { counter, records } = this.#stores;
    const now = this.#now();
    const announced = uploads.map((upload) => ({ ...upload, announcedAt: now }));
    if (areNew) await records.create(keyId, announced);
    else {
      const recorded = await Promise.all(announced.map((record) => records.put(keyId, record)));
      if (recorded.includes(false)) throw deleted();
    }
    const limit = this.limitOf(plan);
    if (await counter.add(keyId, sumOf(uploads), { open: limit, held: 2 * limit }, now)) return true;
    // If this fails, the records lapse with the forms, which no client has.
    await Promise.all(uploads.map(({ id }) => records.discard(keyId, id).catch(() => undefined)));
    return false;
  }

  /**
   * Records new forms for uploads that were counted before. Uploads that have lapsed since are counted again.
   *
   * @throws AppError `too-many-uploads` when they do not fit, `gone` when one of the uploads was deleted
   */
  async renew(principal: Principal, uploads: readonly AnnouncedUpload[]): Promise<void> {
    const now = this.#now();
    const changes = await Promise.all(
      uploads.map(({ id }) => this.#stores.records.renew(principal.keyId, id, now)),
    );
    if (changes.includes('deleted')) throw deleted();
    const lapsed = uploads.filter((_, index) => changes[index] === 'missing');
    if (lapsed.length > 0) await this.announce(principal, lapsed);
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

const sumOf = (uploads: readonly AnnouncedUpload[]): number =>
  uploads.reduce((sum, { size }) => sum + size, 0);
