import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { unzipSync } from 'fflate';
import { ProgressSum } from '#lib/client/src/progress.ts';
import { Requests } from '#lib/client/src/requests.ts';
import { uploadLarge } from '#lib/client/src/uploads.ts';
import { pascalCase } from '../../../cdk/functions.ts';
import type { LocalRun } from '../../support/local-run.ts';
import { functionProcesses } from '../function-processes.ts';
import { viewport } from '../tasks/html-pages.ts';
import {
  dotsPerInch,
  edits,
  type HtmlTask,
  type Operation,
  partsOf,
  type Task,
  thumbnailWidth,
} from '../tasks/task.ts';
import { type ClientTimes, taskStages } from '../stages/task-stages.ts';
import type { Contestant, Outcome } from './contestant.ts';
import { FunctionLog } from './function-log.ts';
import { functionsOf } from './functions-of.ts';
import { ServiceKeys } from './service-keys.ts';

/** This service in a local run with `--verbose`, through its gateway. Results are requested as bytes if possible. */
export function service(run: LocalRun): Contestant {
  const keys = new ServiceKeys(run.stack);
  const log = new FunctionLog(run);
  const spans = new FunctionLog(run);
  let last: { operation: Operation; times: ClientTimes } | undefined;
  return {
    name: 'this service',
    description:
      'HTTP, a local run of the synthesized template; office documents in one call with Prefer: wait',
    does: () => true,
    perform: async (task) => {
      const key = await keys.next();
      spans.skip();
      const { times, ...outcome } = await convertOver(run.stack.baseUrl, key, task);
      last = { operation: task.operation, times };
      return outcome;
    },
    processes: (task) => {
      const prefixes = task && functionsOf[task.operation].map(pascalCase);
      return functionProcesses(run)
        .filter(({ name }) => prefixes?.some((prefix) => name.includes(prefix)) ?? true)
        .map(({ name, pid }) => ({ name, pids: [pid] }));
    },
    standIns: () => [run.process.pid ?? 0],
    stages: () => last && taskStages(last.operation, last.times, spans.spans()),
    chill: () => {
      for (const { pid } of functionProcesses(run)) process.kill(pid, 'SIGKILL');
      return Promise.resolve();
    },
    billed: () => log.billed(),
    stop: async () => {
      await run.stop();
    },
  };
}

/** One task by HTTP, as clients would do it, and when it made progress. */
export async function convertOver(
  baseUrl: string,
  key: string,
  task: Task,
): Promise<Outcome & { times: ClientTimes }> {
  const start = now();
  const { url, init } = await requestFor(baseUrl, key, task);
  const uploaded = now();
  const response = await fetch(url, init);
  const firstByte = now();
  const bytes = await response.bytes();
  const lastByte = now();
  if (response.status !== 200)
    throw new Error(`This service: ${response.status} ${Buffer.from(bytes).toString()}`);
  const isZip = response.headers.get('content-type') === 'application/zip';
  return {
    files: isZip ? Object.values(unzipSync(bytes)) : [bytes],
    times: { start, uploaded, firstByte, lastByte },
  };
}

/** Milliseconds since the epoch, with fractions. */
const now = (): number => performance.timeOrigin + performance.now();

/** Seconds for which office conversions hold a request. Others ignore it. */
const longestWait = 20;

/** A request for the result itself. Files that it would not hold are in storage when it resolves. */
async function requestFor(
  baseUrl: string,
  key: string,
  task: Task,
): Promise<{ url: string; init: RequestInit }> {
  const form = new FormData();
  const accept = fieldsOf(task, form);
  const isList = 'files' in task;
  await addFiles(form, isList ? 'files' : 'file', isList ? task.files : [task.file], { baseUrl, key });
  const route = {
    merge: 'pdf/merge',
    split: 'pdf/split',
    stamp: 'pdf/edit',
    rotate: 'pdf/edit',
    flatten: 'pdf/edit',
    encrypt: 'pdf/edit',
    compress: 'pdf/edit',
    linearize: 'pdf/edit',
    archive: 'pdf/edit',
    fill: 'pdf/edit',
    validate: 'pdf/validate',
    'pdf → png': 'pdf/images',
    thumbnail: 'pdf/thumbnail',
    'pdf → text': 'pdf/text',
    inspect: 'pdf/inspect',
    'markdown → pdf': 'html/markdown',
    'html → pdf': 'html/file',
    'html → png': 'html/file',
    'docx → pdf': 'convert/docx-to-pdf',
    'xlsx → pdf': 'convert/xlsx-to-pdf',
    'pptx → pdf': 'convert/pptx-to-pdf',
    'office merge': 'convert/to-pdf',
    'images → pdf': 'convert/to-pdf',
  };
  return {
    url: `${baseUrl}/api/${route[task.operation]}`,
    init: {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, accept, prefer: `wait=${longestWait}` },
      body: form,
    },
  };
}

/** @returns the content type to request */
function fieldsOf(task: Task, form: FormData): string {
  const set = (fields: Record<string, unknown>): void => {
    for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  };
  if ('files' in task || 'kind' in task) return 'application/pdf';
  if (task.operation === 'split') {
    set({
      ranges: partsOf(task)
        .map(([first, last]) => `${first}-${last}`)
        .join(),
    });
    return 'application/zip';
  }
  if ('page' in task) return htmlFields(task, set);
  if (task.operation === 'markdown → pdf') {
    set({ format: 'pdf', tagged: false });
    return 'application/pdf';
  }
  if (task.operation === 'pdf → text') return 'text/plain';
  if (task.operation === 'inspect') return 'application/json';
  if (task.operation === 'thumbnail') {
    set({ width: thumbnailWidth });
    return 'image/png';
  }
  if (task.operation === 'fill') {
    set({ form: JSON.stringify(task.values.byName) });
    return 'application/pdf';
  }
  if (task.operation === 'validate') {
    set({ conformance: edits.archive });
    return 'application/json';
  }
  if (task.operation === 'pdf → png') {
    set({ dpi: dotsPerInch });
    return 'application/zip';
  }
  const { stamp, rotate, encrypt, compress, archive } = edits;
  set(
    {
      stamp: { stamp: JSON.stringify([stamp]) },
      rotate: { rotate: JSON.stringify([{ angle: rotate }]) },
      flatten: { flatten: true },
      encrypt: { protect: JSON.stringify(encrypt) },
      compress: { compress },
      linearize: { linearize: true },
      archive: { pdfa: archive },
    }[task.operation],
  );
  return 'application/pdf';
}

function htmlFields(task: HtmlTask, set: (fields: Record<string, unknown>) => void): string {
  const { output } = task.page;
  set({ format: output.kind });
  if (output.kind === 'pdf') {
    // Neither Gotenberg nor puppeteer writes tags unless asked to.
    set({ tagged: false });
    return 'application/pdf';
  }
  set({ ...viewport, fullPage: output.fullPage });
  return 'image/png';
}

/** Files go with the request, or are uploaded before where it would not hold them, as the client does it. */
async function addFiles(
  form: FormData,
  field: string,
  files: readonly string[],
  { baseUrl, key }: { baseUrl: string; key: string },
): Promise<void> {
  const entries = files.map((file) => [field, new File([readFileSync(file)], basename(file))] as const);
  const requests = new Requests({ baseUrl, apiKey: key });
  for (const [name, value] of await uploadLarge(requests, entries, new ProgressSum([], undefined), {})) {
    form.append(name, value);
  }
}
