import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { unzipSync } from 'fflate';
import { unpackBrowser } from '#lib/engines/html/chromium/packed-browser.ts';
import { outputFolder } from '../../../layers/folders.ts';
import { viewport } from '../tasks/html-pages.ts';
import { edits, type Operation, type Task } from '../tasks/task.ts';
import type { Contestant, Outcome } from './contestant.ts';
import { findProgram } from './find-program.ts';
import { ServerProcess } from './server-process.ts';
import { unknownVersion, versionOf } from './versions.ts';

/** The Chromium layer as it stands in `/opt`. */
export const chromiumRoot = join(outputFolder, 'chromium/chromium');
export const fontsConf = join(outputFolder, 'fonts/fonts/fonts.conf');

/** The programs that Gotenberg calls, by its variables that name them. */
const programs = {
  QPDF_BIN_PATH: 'qpdf',
  PDFCPU_BIN_PATH: 'pdfcpu',
  PDFTK_BIN_PATH: 'pdftk',
  EXIFTOOL_BIN_PATH: 'exiftool',
  // Not its wrapper script: Gotenberg waits for the first start to end.
  LIBREOFFICE_BIN_PATH: '/usr/lib/libreoffice/program/soffice.bin',
  UNOCONVERTER_BIN_PATH: 'unoconverter',
};

/** Those that have a part in how long it takes: their names, the variables, and the arguments that print their version. */
const engines = [
  ['qpdf', 'QPDF_BIN_PATH', '--version'],
  ['pdfcpu', 'PDFCPU_BIN_PATH', 'version'],
  ['LibreOffice', 'LIBREOFFICE_BIN_PATH', '--version'],
  ['Chromium', 'CHROMIUM_BIN_PATH', '--version'],
] as const;

/**
 * Gotenberg as it comes, over HTTP, with the service's Chromium and fonts. Its other programs are those on the PATH,
 * or those that its own variables name.
 *
 * @param program Gotenberg's binary
 * @param folder for the browser
 */
export async function gotenberg(program: string, folder: string): Promise<Contestant> {
  const missing = Object.entries(programs).filter(([name, each]) => !findProgram(process.env[name] ?? each));
  const lacks = new Set(missing.map(([, each]) => each));
  const environment = { ...programVariables(), ...(await browserVariables(folder)) };
  const versions = engines
    .map(([name, variable, argument]) => `${name} ${versionOf(environment[variable] ?? '', [argument])}`)
    .filter((version) => !version.endsWith(unknownVersion));
  const server = new ServerProcess({
    program,
    args: (port) => [`--api-port=${port}`, '--api-bind-ip=127.0.0.1', '--log-level=error'],
    environment,
    isReady: async (origin) => (await fetch(`${origin}/health`)).ok,
  });
  const version = await (await fetch(`${await server.origin()}/version`)).text();
  await server.kill();
  return {
    name: 'Gotenberg',
    description: `Gotenberg ${version}, HTTP, its engines started by the first request: ${versions.join(', ')}${lacks.size > 0 ? `; without ${[...lacks].join(', ')}` : ''}`,
    does: ({ operation }) =>
      !unable.has(operation) && !neededBy(operation).some((program) => lacks.has(program)),
    perform: async (task) => perform(await server.origin(), task),
    processes: () => [{ name: 'Gotenberg', pids: server.pids }],
    chill: () => server.kill(),
    stop: () => server.kill(),
  };
}

/** Its variables with the programs of this machine. */
export const programVariables = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(programs).map(([name, each]) => [
      name,
      findProgram(process.env[name] ?? each) ?? '/bin/false',
    ]),
  );

/** What it has no route for. It reads the metadata and the bookmarks of a PDF, which is not all that an inspection is. */
const unable: ReadonlySet<Operation> = new Set([
  'linearize',
  'fill',
  'pdf → png',
  'thumbnail',
  'pdf → text',
  'inspect',
  'validate',
] as const);

/** The programs that it needs for an operation. */
function neededBy(operation: Operation): string[] {
  if (operation.startsWith('html') || operation.startsWith('markdown')) return [];
  if (operation === 'stamp' || operation === 'rotate') return ['pdfcpu'];
  if (['merge', 'split', 'flatten', 'encrypt'].includes(operation)) return ['qpdf'];
  if (operation === 'compress') return ['pdfcpu'];
  return [programs.LIBREOFFICE_BIN_PATH, 'unoconverter'];
}

/** Source: https://gotenberg.dev/docs/manipulate-pdfs and its neighbours. */
const editFields: Partial<Record<Operation, Record<string, unknown>>> = {
  stamp: {
    stampSource: 'text',
    stampExpression: edits.stamp.text,
    stampOptions: JSON.stringify({ points: String(edits.stamp.fontSize), scale: '1 abs', rotation: '0' }),
  },
  rotate: { rotateAngle: edits.rotate },
  flatten: {},
  encrypt: edits.encrypt,
  // The text of these documents has no images.
  compress: { imageQuality: 75 },
  archive: { pdfa: `PDF/A-${edits.archive}` },
};

/** Source: https://gotenberg.dev/docs/convert-with-chromium and its neighbours. */
async function perform(origin: string, task: Task): Promise<Outcome> {
  const form = new FormData();
  const add = (file: string, name = basename(file)): void =>
    form.append('files', new Blob([readFileSync(file)]), name);
  const set = (fields: Record<string, unknown>): void => {
    for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  };
  if (task.operation === 'merge') {
    for (const file of task.files) add(file);
    return post(new URL('/forms/pdfengines/merge', origin), form);
  }
  if ('files' in task) {
    for (const file of task.files) add(file);
    set({ merge: true });
    return post(new URL('/forms/libreoffice/convert', origin), form);
  }
  if (task.operation === 'split') {
    add(task.file);
    set({ splitMode: 'intervals', splitSpan: task.partPages });
    return post(new URL('/forms/pdfengines/split', origin), form);
  }
  if ('kind' in task) {
    add(task.file);
    return post(new URL('/forms/libreoffice/convert', origin), form);
  }
  if (task.operation === 'markdown → pdf') {
    const page = '<!doctype html><meta charset="utf-8"><body>{{ toHTML "document.md" }}</body>';
    add(task.file);
    form.append('files', new Blob([page]), 'index.html');
    return post(new URL('/forms/chromium/convert/markdown', origin), form);
  }
  if (!('page' in task)) {
    const fields = editFields[task.operation];
    if (!fields) throw new Error(`Gotenberg does not do ${task.operation}`);
    add(task.file);
    set(fields);
    const routes: Partial<Record<Operation, string>> = { compress: 'optimize', archive: 'convert' };
    const route = routes[task.operation] ?? task.operation;
    return post(new URL(`/forms/pdfengines/${route}`, origin), form);
  }
  const { output } = task.page;
  add(task.file, 'index.html');
  set(
    output.kind === 'pdf'
      ? { preferCssPageSize: true, printBackground: true }
      : { ...viewport, format: 'png', clip: !output.fullPage },
  );
  const route = output.kind === 'pdf' ? 'convert' : 'screenshot';
  return post(new URL(`/forms/chromium/${route}/html`, origin), form);
}

async function post(url: URL, form: FormData): Promise<Outcome> {
  const response = await fetch(url, { method: 'POST', body: form });
  if (!response.ok) throw new Error(`Gotenberg: ${response.status} ${await response.text()}`);
  const bytes = await response.bytes();
  return {
    files:
      response.headers.get('content-type') === 'application/zip' ? Object.values(unzipSync(bytes)) : [bytes],
  };
}

/** The layer's Chromium needs libraries of the layer, which nothing else here should get. */
async function browserVariables(folder: string): Promise<NodeJS.ProcessEnv> {
  const work = join(folder, 'unpacking');
  const hyphens = join(folder, 'hyphens');
  for (const each of [work, hyphens]) mkdirSync(each, { recursive: true });
  const browser = await unpackBrowser(chromiumRoot, folder, work);
  const script = join(folder, 'chromium.sh');
  const variables = `LD_LIBRARY_PATH='${join(chromiumRoot, 'lib')}' FONTCONFIG_FILE='${fontsConf}'`;
  writeFileSync(script, `#!/bin/sh\n${variables} exec '${browser}' "$@"\n`, { mode: 0o755 });
  return { CHROMIUM_BIN_PATH: script, CHROMIUM_HYPHEN_DATA_DIR_PATH: hyphens };
}
