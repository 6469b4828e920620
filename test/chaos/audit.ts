import type { FileResponse } from '#lib/api/responses/file-response.ts';
import type { JobResponse } from '#lib/api/responses/job-response.ts';
import { isTerminal, type Job, resultIds } from '#lib/jobs/job.ts';
import { pageTexts } from '../support/pdf.ts';
import { type Ask, faultsOfWithdrawn } from './audit-withdrawn.ts';
import { exchange } from './exchange.ts';
import type { DropReceiver } from './drop-receiver.ts';
import type { HookReceiver } from './hook-receiver.ts';
import type { Item } from './stored-state.ts';
import type { Placed, Traffic } from './traffic.ts';

export interface Deviation {
  what: string;
  /** ULID of the job or file, or marker of the order, if it concerns one. */
  id?: string;
}

export interface Evidence {
  traffic: Traffic;
  hooks: HookReceiver;
  drops: DropReceiver;
  baseUrl: string;
  key: string;
  items: readonly Item[];
  jobs: readonly Job[];
  objects: readonly string[];
}

const bare = (id: string): string => id.slice(id.indexOf('_') + 1);

/** Compares the responses that clients received with the final state, and returns all deviations. */
export async function audit(evidence: Evidence): Promise<Deviation[]> {
  const { traffic } = evidence;
  const found: Deviation[] = [
    ...traffic.responses.undocumented.map((what) => ({
      what: `undocumented response: ${what}`,
      id: what.slice(0, what.indexOf(' ')),
    })),
    ...evidence.hooks.faults.map((what) => ({ what })),
    ...evidence.jobs.flatMap((job) => faultsOfJob(job, evidence)),
    ...faultsOfKeys(evidence),
    ...faultsOfRetention(evidence),
  ];
  for (const placed of traffic.placed) found.push(...(await faultsOfOrder(placed, evidence)));
  return found;
}

/** Checks a job's record, result and webhook, even if no client knows the job. */
function faultsOfJob(job: Job, { hooks, drops, traffic, objects }: Evidence): Deviation[] {
  const id = bare(job.id);
  const found: Deviation[] = [];
  const add = (what: string): unknown => found.push({ what: `${job.id}: ${what}`, id });
  if (!isTerminal(job.status)) add(`is still ${job.status}`);
  // What comes of a part is the result of its job, with which it is also canceled and deleted.
  if (job.parent) return found;
  const withdrawal = withdrawalOf(job, traffic);
  if (job.status === 'canceled' && !withdrawal) add('is canceled without a request');
  const ids = new Set(resultIds(job));
  const results = objects.filter((key) => ids.has(key.slice(key.lastIndexOf('/') + 1)));
  if (job.status === 'completed' && !withdrawal && results.length !== ids.size)
    add(`has ${results.length} of ${ids.size} results`);
  const delivery = traffic.placed.find(
    ({ isDelivered, accepted }) => isDelivered && accepted.flat().includes(job.id),
  );
  if (delivery && job.status === 'completed') drops.faultsOf(job, delivery.order.marker).forEach(add);
  const ends = traffic.seenEnds.get(job.id) ?? new Set();
  for (const end of ends) {
    if (end !== `${job.status} ${job.finishedAt}`) add(`ended as ${end} before, and then as ${job.status}`);
  }
  const arrivals = hooks.arrivals.get(job.id) ?? [];
  for (const { event, id: eventId } of arrivals) {
    if (!job.webhook) add('has no webhook, but one arrived');
    if (event.type !== `job.${job.status}`) add(`is ${job.status}, but a webhook reported ${event.type}`);
    if (eventId !== `msg_${id}`) add(`a webhook has the id ${eventId}`);
  }
  // A canceled job sends no webhook.
  if (job.status === 'canceled') return found;
  if (job.webhook && arrivals.length === 0) add('no webhook arrived');
  if (job.webhook && !job.webhook.deliveredAt) add('its webhook is not recorded as delivered');
  return found;
}

const withdrawalOf = ({ id }: Job, { placed }: Traffic): Placed['withdrawal'] =>
  placed.find(({ withdrawal, accepted }) => withdrawal && accepted.flat().includes(id))?.withdrawal;

/** One request creates one job. One `Idempotency-Key` has one response. */
function faultsOfKeys({ traffic, jobs }: Evidence): Deviation[] {
  const found: Deviation[] = [];
  const byName = Map.groupBy(
    jobs.filter(({ parent }) => !parent),
    ({ inputs }) => inputs[0]?.fileName,
  );
  for (const { order, accepted, idempotencyKey } of traffic.placed) {
    const [[, , fileName] = []] = order.fields;
    const made = byName.get(fileName) ?? [];
    const [first] = made;
    if (first && made.length > 1) {
      const ids = made.map(({ id, status }) => `${id} ${status}`).join(', ');
      found.push({ what: `${order.marker} (${idempotencyKey ?? 'no key'}): ${ids}`, id: bare(first.id) });
    }
    const responses = new Set(accepted.map((ids) => ids.join(' ')));
    if (responses.size > 1) {
      const [ids = ''] = responses;
      found.push({ what: `${order.marker}: responded with ${[...responses].join(' and ')}`, id: bare(ids) });
    }
  }
  return found;
}

/** Everything expires: each item has a time to live, and each object a prefix with a lifecycle rule. */
function faultsOfRetention({ items, objects }: Evidence): Deviation[] {
  return [
    ...items
      .filter((item) => typeof item['ttl'] !== 'number')
      .map(({ pk, sk }) => ({ what: `item ${pk} ${sk} never expires` })),
    ...objects
      .filter((key) => !/^(inputs|results|uploads)\/key_/.test(key))
      .map((key) => ({ what: `object ${key} is never removed` })),
  ];
}

/** An accepted order must have the requested result. */
async function faultsOfOrder(placed: Placed, evidence: Evidence): Promise<Deviation[]> {
  const { order, accepted, withdrawal } = placed;
  const [ids] = accepted;
  if (!ids) return [];
  const id = bare(ids[0] ?? '');
  const { baseUrl, key } = evidence;
  const ask: Ask = async (path) => {
    const response = await exchange(`${baseUrl}${path}`, { headers: { authorization: `Bearer ${key}` } });
    return response.kind === 'response' ? response : { status: 0, body: undefined };
  };
  const get = async <T>(path: string): Promise<T | undefined> => {
    const { status, body } = await ask(path);
    return status === 200 ? (body as T) : undefined;
  };
  const about = (what: string): Deviation => ({
    what: `${order.marker} ${order.kind} ${ids.join()}: ${what}`,
    id,
  });
  if (withdrawal === 'confirmed') return (await faultsOfWithdrawn(placed, evidence.objects, ask)).map(about);
  // Some of it can be deleted, and some not.
  if (withdrawal === 'requested') return [];
  let files: (FileResponse | undefined)[];
  if (order.isJob) {
    const job = await get<JobResponse>(`/api/jobs/${ids[0]}`);
    if (!job) return [about('was accepted, but no such job exists')];
    if (job.status === 'failed') {
      // A conversion that hangs, or whose LibreOffice is killed twice, is attributed to its document.
      const harmed = ['internal-error', 'conversion-timeout', 'conversion-crashed', 'render-timeout'];
      const rightful = order.isDamaged ? ['damaged-document', ...harmed] : harmed;
      return rightful.includes(job.error?.code ?? '')
        ? []
        : [about(`failed as ${job.error?.code}: ${job.error?.detail}`)];
    }
    if (order.isDamaged) return [about(`is damaged, and is ${job.status}`)];
    files = [job.result ?? []].flat();
  } else {
    files = await Promise.all(ids.map((file) => get<FileResponse>(`/api/files/${file}`)));
  }
  const faults = await Promise.all(
    order.pages.map((pages, index) => faultOfFile(files[index], pages, order.marker)),
  );
  return faults.flatMap((fault) => (fault === undefined ? [] : [about(fault)]));
}

async function faultOfFile(
  file: FileResponse | undefined,
  pages: number | 'some',
  marker: string,
): Promise<string | undefined> {
  if (!file) return 'the result is missing';
  const response = await fetch(file.url).catch(() => undefined);
  if (response?.status !== 200) return `the result cannot be read: ${response?.status}`;
  const bytes = Buffer.from(await response.arrayBuffer());
  if (bytes.length !== file.size) return `the result has ${bytes.length} bytes, not ${file.size}`;
  if (pages === 0) return bytes.toString('latin1', 1, 4) === 'PNG' ? undefined : 'the picture is not a PNG';
  const texts = await pageTexts(bytes).catch((error: unknown) => String(error));
  if (typeof texts === 'string') return `the result does not open: ${texts}`;
  if (pages !== 'some' && texts.length !== pages) return `the result has ${texts.length} pages, not ${pages}`;
  return texts.every((text) => text.includes(marker)) ? undefined : 'the result is of another document';
}
