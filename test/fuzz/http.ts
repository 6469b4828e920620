import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { contracts } from '#lib/api/contracts.ts';
import { type ErrorCode, errorCodes } from '#lib/base/app-error.ts';
import { problemTable } from '#lib/api/problem.ts';
import { startLocalRun } from '../support/local-run.ts';
import { makeDocx } from '../support/office.ts';
import { makePdf } from '../support/pdf.ts';
import { bytesOfMessage, changedMessage, validMessages } from './http-messages.ts';
import { mutated, Random } from './mutations.ts';
import { exchange, type RawResponse } from './raw-http.ts';

/**
 * Sends randomly mutated requests over sockets to a local run. Each response must have the shape of the contract and
 * must not be an internal error, and the next valid request must succeed.
 *
 *     npm run suite -- fuzz:http --requests 5000 [--minutes 60] [--seed 1]
 *
 * Every run prints its seed. A request that fails is written to the temporary folder; the exit code is then 1.
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000' },
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});

/** How many are under way at the same time. */
const width = 4;
/** Beyond the 29 seconds that the gateway waits for a function. In milliseconds. */
const timeout = 40_000;
/** For a request that may be one without an end, for which the server waits longer. */
const shortTimeout = 3_000;
/**
 * For a response that reports a fault of the request. A valid request is parsed in milliseconds; the rest is for a
 * machine that converts for the other clients meanwhile. In milliseconds.
 */
const parsingTimeout = 15_000;
const parsingCodes: ReadonlySet<ErrorCode> = new Set([
  'invalid-request',
  'unsupported-content-type',
  'malformed-multipart',
  'missing-field',
  'invalid-field',
  'invalid-file-type',
  'empty-file',
  'too-few-files',
] satisfies ErrorCode[]);
/** Of such a response, in bytes. */
const maxProblemBytes = 20_000;

/** How often a request that is in order is sent between. */
const checkEvery = 50;

const problem = z.strictObject({
  type: z.url(),
  title: z.string().min(1),
  status: z.int(),
  code: z.enum(errorCodes),
  detail: z.string().min(1),
  requestId: z.string().min(1),
  retryable: z.boolean(),
  errors: z.array(z.strictObject({ field: z.string(), message: z.string() })).optional(),
});

const state = mkdtempSync(join(tmpdir(), 'fuzz-http-'));
const run = await startLocalRun(state);
const { baseUrl, keys } = run.stack;
const base = new URL(baseUrl);
const authorization = { authorization: `Bearer ${keys.business}` };
const page = await makePdf('Page', 1);
const random = new Random(Number(values.seed));
const ends = new Map<string, number>();
const count = (end: string): unknown => ends.set(end, (ends.get(end) ?? 0) + 1);

/** The existing resources. */
async function known(): Promise<{ file: string; job: string | undefined }> {
  const file = (await (await merge()).json()) as { id: string };
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(makeDocx())]), 'a.docx');
  const submitted = await send('/api/convert/docx-to-pdf', form);
  return {
    file: file.id,
    job: submitted.status === 202 ? ((await submitted.json()) as { id: string }).id : undefined,
  };
}

const send = (path: string, body: FormData): Promise<Response> =>
  fetch(`${baseUrl}${path}`, { method: 'POST', headers: authorization, body });

function merge(): Promise<Response> {
  const form = new FormData();
  for (const name of ['a.pdf', 'b.pdf']) form.append('files', new Blob([new Uint8Array(page)]), name);
  return send('/api/pdf/merge', form);
}

/** Returns what is wrong with the response to a valid request. */
async function unhealthy(): Promise<string | undefined> {
  const [health, merged] = await Promise.all([fetch(`${baseUrl}/api/health`), merge()]);
  const { pages } = (await merged.json()) as { pages?: number };
  if (health.status === 200 && merged.status === 200 && pages === 2) return undefined;
  return `the next requests return ${health.status} and ${merged.status}, with ${pages ?? 'no'} pages`;
}

/** Returns what is wrong with a response. */
function faultOf({ status, headers, body, milliseconds }: RawResponse): string | undefined {
  if (status >= 500) return `${status}: ${body}`;
  // The HTTP server rejects invalid messages before the gateway receives them.
  if (status < 400 || !headers.has('x-request-id')) return undefined;
  if (headers.get('content-type') !== 'application/problem+json') {
    return `${status} of type ${headers.get('content-type') ?? 'none'}`;
  }
  if (body === '' && headers.get('content-length') !== '0') return undefined;
  try {
    const reported = problem.parse(JSON.parse(body));
    if (reported.status !== status || problemTable[reported.code].status !== status)
      return `${status} says ${body}`;
    if (milliseconds > parsingTimeout && parsingCodes.has(reported.code)) {
      return `${reported.code} took ${Math.round(milliseconds)} ms`;
    }
    if (body.length > maxProblemBytes) return `a problem of ${body.length} bytes`;
    if (reported.requestId !== headers.get('x-request-id')) return `another request id: ${body}`;
    return /node_modules|\.[tm]?[jt]s:\d|\bat \w+ \(/.test(body) ? `internals: ${body}` : undefined;
  } catch (error) {
    return `${status} is no problem: ${body}\n${String(error)}`;
  }
}

async function judged(message: Buffer, whole: boolean): Promise<string | undefined> {
  // One that is cut off, and one whose client goes away.
  const cut = whole || random.below(3) > 0 ? undefined : random.below(message.length + 1);
  const response = await exchange(base, message, whole ? timeout : shortTimeout, cut);
  if (response === undefined) {
    count(cut === undefined ? 'closed' : 'left');
    return whole ? 'no response to a complete request' : undefined;
  }
  if (response === 'late') {
    count('late');
    return whole ? `neither a response nor a closed connection in ${timeout} ms` : undefined;
  }
  count(String(response.status));
  return faultOf(response);
}

console.log(`http: seed ${values.seed}, ${baseUrl}`);
const messages = await validMessages(contracts, base.host, keys.business, await known());
const total = Number(values.requests);
const end = Date.now() + Number(values.minutes) * 60_000;
let begun = 0;

async function client(): Promise<void> {
  while (begun < total && Date.now() < end) {
    begun += 1;
    const number = begun;
    const request = changedMessage(messages, random);
    const bytes = bytesOfMessage(request);
    // Every tenth also in its framing, where a response is not guaranteed.
    const framed = random.below(10) > 0;
    const message = framed ? bytes : mutated(bytes, [bytes], ['\r\n', '\n', ' ', '\r\n\r\n', ':'], random);
    // A request that says itself how long it is may promise more than it has.
    const whole =
      framed && !/content-length|transfer-encoding|expect|upgrade/i.test(request.headers.join('\n'));
    const fault =
      (await judged(message, whole)) ?? (number % checkEvery === 0 ? await unhealthy() : undefined);
    if (fault === undefined) continue;
    process.exitCode = 1;
    const file = join(tmpdir(), `http-${values.seed}-${number}.request`);
    writeFileSync(file, message);
    console.error(`${file}: ${request.line}: ${fault}`);
  }
}

await Promise.all(Array.from({ length: width }, client));
const last = await unhealthy();
if (last !== undefined) {
  console.error(last);
  process.exitCode = 1;
}
await run.stop();
rmSync(state, { recursive: true, force: true });
console.log(Object.fromEntries([...ends].toSorted()));
