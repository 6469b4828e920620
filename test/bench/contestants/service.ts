import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { unzipSync } from 'fflate';
import { ConversionClient } from '#lib/client/src/index.ts';
import { entriesToUpload } from '#lib/client/src/input-form.ts';
import { parallelUploads } from '#lib/client/src/uploads.ts';
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
import type { Contestant, Outcome } from './contestant.ts';
import { FunctionLog } from './function-log.ts';
import { ServiceKeys } from './service-keys.ts';

/** The functions that have a part in an operation, by the beginnings of their names. */
export const functionsOf: Record<Operation, readonly string[]> = {
  merge: ['MergePdf'],
  split: ['SplitPdf'],
  stamp: ['EditPdf'],
  rotate: ['EditPdf'],
  flatten: ['EditPdf'],
  encrypt: ['EditPdf'],
  compress: ['EditPdf'],
  linearize: ['EditPdf'],
  archive: ['EditPdf', 'ConformanceChecker'],
  validate: ['ValidatePdf', 'ConformanceChecker'],
  fill: ['EditPdf'],
  'pdf → png': ['PdfImages'],
  thumbnail: ['Thumbnail'],
  'pdf → text': ['PdfText'],
  inspect: ['InspectPdf'],
  'markdown → pdf': ['HtmlMarkdown', 'Renderer'],
  'html → pdf': ['HtmlFile', 'Renderer'],
  'html → png': ['HtmlFile', 'Renderer'],
  'docx → pdf': ['ConvertDocx', 'OfficeWorker'],
  'xlsx → pdf': ['ConvertXlsx', 'OfficeWorker'],
  'pptx → pdf': ['ConvertPptx', 'OfficeWorker'],
  'office merge': ['ToPdf', 'OfficeWorker', 'PdfWorker'],
  'pictures → pdf': ['ToPdf', 'PdfWorker'],
};

/** This service in a local run with `--verbose`, through its gateway. Results are requested as bytes if possible. */
export function service(run: LocalRun): Contestant {
  const keys = new ServiceKeys(run.stack);
  const log = new FunctionLog(run);
  return {
    name: 'this service',
    description:
      'HTTP, a local run of the synthesized template; office documents in one call with Prefer: wait',
    does: () => true,
    perform: async (task) => convertOver(run.stack.baseUrl, await keys.next(), task),
    processes: (task) => {
      const prefixes = task && functionsOf[task.operation];
      return functionProcesses(run)
        .filter(({ name }) => prefixes?.some((prefix) => name.includes(prefix)) ?? true)
        .map(({ name, pid }) => ({ name, pids: [pid] }));
    },
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

/** One task by HTTP, as clients would do it. */
export async function convertOver(baseUrl: string, key: string, task: Task): Promise<Outcome> {
  const response = await requestConversion(baseUrl, key, task);
  const bytes = await response.bytes();
  if (response.status !== 200)
    throw new Error(`This service: ${response.status} ${Buffer.from(bytes).toString()}`);
  const isZip = response.headers.get('content-type') === 'application/zip';
  return { files: isZip ? Object.values(unzipSync(bytes)) : [bytes] };
}

/** Seconds for which office conversions hold a request. Others ignore it. */
const longestWait = 20;

/**
 * Sends a request for the result itself. Resolves when the response begins.
 *
 * @param uploaded is called before the request, when the files that it does not contain are in storage
 */
export async function requestConversion(
  baseUrl: string,
  key: string,
  task: Task,
  uploaded?: () => void,
): Promise<Response> {
  const form = new FormData();
  const accept = fieldsOf(task, form);
  const isList = 'files' in task;
  await addFiles(form, isList ? 'files' : 'file', isList ? task.files : [task.file], { baseUrl, key });
  uploaded?.();
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
    'pictures → pdf': 'convert/to-pdf',
  };
  return fetch(`${baseUrl}/api/${route[task.operation]}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, accept, prefer: `wait=${longestWait}` },
    body: form,
  });
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
  const values: (File | string)[] = files.map((file) => new File([readFileSync(file)], basename(file)));
  const waiting = entriesToUpload(values.map((file) => [field, file] as const)).values();
  const client = new ConversionClient({ baseUrl, apiKey: key });
  const uploadNext = async (): Promise<void> => {
    for (const { index, file } of waiting) values[index] = await client.upload(file);
  };
  await Promise.all(Array.from({ length: parallelUploads }, uploadNext));
  for (const value of values) form.append(field, value);
}
