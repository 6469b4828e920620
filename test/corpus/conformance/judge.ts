import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConformanceFlavour } from '#lib/base/conformance.ts';
import type { CorpusClient } from '../corpus-client.ts';
import { Rejection } from '../pdf-service.ts';
import { claimsOf } from './claims.ts';
import type { ConformanceRequest, SentResult } from './section.ts';
import type { Outcome } from './tally.ts';
import type { Validator } from './validator.ts';

/** How a request ended, and why unless it is valid. */
export interface Verdict {
  request: ConformanceRequest;
  outcome: Outcome;
  reason: string;
}

/** A standard that a file declares. */
interface Claim {
  flavour: ConformanceFlavour;
  file: string;
}

type Unvalidated = Verdict & { claims: readonly Claim[] };

/** Sends requests and validates all that their results declare. */
export async function* judge(
  requests: Iterable<ConformanceRequest> | AsyncIterable<ConformanceRequest>,
  { client, validator }: { client: CorpusClient; validator: Validator },
): AsyncIterable<Verdict> {
  for await (const some of batches(requests)) {
    const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
    try {
      const sent: Unvalidated[] = [];
      for (const request of some) sent.push(await send(request, client, join(folder, String(sent.length))));
      yield* validated(sent, validator);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

/** Requests whose results are on disk at the same time. */
const batch = 20;

async function* batches<T>(items: Iterable<T> | AsyncIterable<T>): AsyncIterable<T[]> {
  let some: T[] = [];
  for await (const item of items) {
    some.push(item);
    if (some.length < batch) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}

async function send(request: ConformanceRequest, client: CorpusClient, path: string): Promise<Unvalidated> {
  try {
    const results = await request.send(client);
    return { request, ...(await declared(request, results, path)) };
  } catch (error) {
    if (!(error instanceof Rejection))
      return { request, outcome: 'fault', reason: String(error), claims: [] };
    return { request, outcome: outcomeOf(error), reason: error.message, claims: [] };
  }
}

function outcomeOf({ code }: Rejection): Outcome {
  if (code === 'not-conformant') return 'rejected';
  return code === 'file-too-large' ? 'unvalidated' : 'unreadable';
}

/** What results declare. They count as valid until they are validated. */
async function declared(
  { flavour, isRequested }: ConformanceRequest,
  results: readonly SentResult[],
  path: string,
): Promise<Omit<Unvalidated, 'request'>> {
  const claims: Claim[] = [];
  let outcome: Outcome = 'valid';
  for (const [index, { bytes, warnings }] of results.entries()) {
    const file = `${path}-${index}.pdf`;
    const flavours = await claimsOf(bytes);
    if (flavours.length > 0) writeFileSync(file, bytes);
    claims.push(...flavours.map((own) => ({ flavour: own, file })));
    if (flavours.includes(flavour) || outcome === 'undeclared') continue;
    outcome = !isRequested && warnings.includes('conformance-dropped') ? 'dropped' : 'undeclared';
  }
  return { outcome, reason: outcome === 'valid' ? '' : 'does not declare the standard', claims };
}

async function* validated(sent: readonly Unvalidated[], validator: Validator): AsyncIterable<Verdict> {
  const all = sent.flatMap(({ claims }) => claims);
  const failures = new Map<string, string>();
  for (const flavour of new Set(all.map((claim) => claim.flavour))) {
    const files = all.filter((claim) => claim.flavour === flavour).map(({ file }) => file);
    for (const [file, failure] of await validator.failures(flavour, files))
      if (failure !== '') failures.set(`${flavour} ${file}`, failure);
  }
  for (const { claims, ...verdict } of sent) {
    const failed = claims.map(({ flavour, file }) => failures.get(`${flavour} ${file}`)).find(Boolean);
    yield failed === undefined ? verdict : { ...verdict, outcome: 'false', reason: failed };
  }
}
