import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileResponseExample } from '../../api/responses/file-response.ts';
import { packageRoot } from '../build/folders.ts';

const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'client-package-'));
const user = join(folder, 'user');
const installed = join(user, 'node_modules', 'file-conversion-client');
const env = { ...process.env, PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter) };

/** A service that merges whatever it gets, and stores the result itself. */
const service = createServer((request, response) => {
  const { port } = service.address() as AddressInfo;
  request.resume().on('end', () => {
    const found = request.url === '/api/pdf/merge' || request.url === '/merged.pdf';
    const merged = { ...fileResponseExample, url: `http://127.0.0.1:${port}/merged.pdf`, size: 8 };
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
    response.end(request.url === '/merged.pdf' ? '%PDF-1.7' : JSON.stringify(merged));
  });
});

beforeAll(async () => {
  await once(service.listen(0, '127.0.0.1'), 'listening');
  await run('npm', ['pack', '--pack-destination', folder], { cwd: packageRoot, env });
  const [tarball = ''] = globSync('*.tgz', { cwd: folder });
  await mkdir(user);
  await writeFile(join(user, 'package.json'), '{ "private": true, "type": "module" }');
  await run('npm', ['install', '--offline', '--no-audit', join(folder, tarball)], { cwd: user, env });
});

afterAll(async () => {
  service.close();
  await rm(folder, { recursive: true });
});

const serviceUrl = (): string => `http://127.0.0.1:${(service.address() as AddressInfo).port}`;

/** Runs Node.js in the folder of the user. */
const node = (...args: readonly string[]) =>
  run(process.execPath, args, { cwd: user, env: { FCS_API_KEY: 'fcs_key', FCS_BASE_URL: serviceUrl() } });

const convert = (...args: readonly string[]) => node(join('node_modules', '.bin', 'convert'), ...args);

const program = `
import { ConversionClient, ProblemError, type FileResponse } from 'file-conversion-client';
const client = new ConversionClient({ baseUrl: '/', apiKey: undefined });
export const merged: FileResponse = await client.mergePdf({ files: [new Blob([])], pages: ['1-', null] });
export const [part]: FileResponse[] = await client.splitPdf({ file: 'upl_1', ranges: '1' });
const job = await client.convertDocx({ file: 'upl_1', pdfa: '2b', quality: 80, tagged: true });
export const { result } = await client.waitForJob(job, { timeout: 1000 });
export const isLimited = (error: unknown) => error instanceof ProblemError && error.code === 'rate-limited';
// @ts-expect-error There is no such field.
await client.mergePdf({ files: [], nonsense: 1 });
// @ts-expect-error A field is missing.
await client.splitPdf({ ranges: '1' });
// @ts-expect-error There is no such level.
await client.convertDocx({ file: 'upl_1', pdfa: '9z' });`;

/** What the examples of the documents use without a declaration. */
const exampleValues = `
declare const cover: File;
declare const report: File;
declare const letter: File;
declare const presignedUrl: string;`;

const documents = [join(packageRoot, 'README.md'), join(packageRoot, '../../docs/client-and-cli.md')];

/** The examples of a document in TypeScript. */
async function examplesOf(document: string): Promise<string[]> {
  const text = await readFile(document, 'utf8');
  return [...text.matchAll(/^```ts\n(.*?)^```/gms)].map(([, example = '']) => example);
}

const derived = [
  'ConversionInputs',
  'DocumentText',
  'ErrorCode',
  'FieldError',
  'FileInput',
  'FileResponse',
  'Inspection',
  'JobConversionName',
  'JobResponse',
  'JobResults',
  'Problem',
  'Queries',
  'ResponseBodies',
  'Validation',
];

const comparison = `
import type * as Written from 'file-conversion-client';
import type * as Derived from ${JSON.stringify(join(packageRoot, 'src', 'api-types.ts'))};
type Same<T, U> = [T, U] extends [U, T] ? true : false;
${derived.map((name) => `export const same${name}: Same<Written.${name}, Derived.${name}> = true;`).join('\n')}
export const differs: Same<Written.FileResponse, Derived.JobResponse> = false;`;

/** The faults of TypeScript files of the user. */
function faultsOf(names: readonly string[], platform: ts.CompilerOptions): string[] {
  const files = names.map((name) => join(user, name));
  const faults = ts.getPreEmitDiagnostics(ts.createProgram(files, { ...options, ...platform }));
  return faults.map(({ file, start = 0, messageText }) => {
    const line = file?.text.slice(start).split('\n')[0] ?? '';
    return `${file?.fileName ?? ''}: ${line}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}

const options: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2024,
  strict: true,
  exactOptionalPropertyTypes: true,
  allowImportingTsExtensions: true,
  noEmit: true,
};

const onNode = {
  lib: ['lib.es2024.d.ts', 'lib.esnext.disposable.d.ts'],
  // The sources bring the declarations of zod along.
  skipLibCheck: true,
  types: ['node'],
  typeRoots: [join(packageRoot, '../../node_modules/@types')],
} satisfies ts.CompilerOptions;
const inBrowsers: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
  types: [],
};

describe('the package', () => {
  it('contains only the build and its documents, and has no dependencies', async () => {
    expect((await readdir(installed)).toSorted()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'dist',
      'package.json',
    ]);
    expect(await readdir(join(user, 'node_modules'))).toEqual(expect.not.arrayContaining(['zod']) as unknown);
    for (const file of await readdir(join(installed, 'dist'))) {
      const text = await readFile(join(installed, 'dist', file), 'utf8');
      const imports = [...text.matchAll(/^(?:im|ex)port\b.* from ['"]([^'"]+)/gm)].map(
        ([, name = '']) => name,
      );
      expect(imports.filter((name) => !/^(\.\/[\w-]+\.js|node:[\w/]+)$/.test(name))).toEqual([]);
      expect(text).not.toContain('ZodType');
    }
  });

  it('runs the command line', async () => {
    const { stdout } = await convert('merge', '--help');
    expect(stdout).toContain('--outline keep|files|none');
    expect((await convert('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    for (const name of ['a.pdf', 'b.pdf']) await writeFile(join(user, name), '%PDF');
    await convert('merge', 'a.pdf', 'b.pdf', '-o', 'both.pdf');
    expect(await readFile(join(user, 'both.pdf'), 'utf8')).toBe('%PDF-1.7');
  });

  it('exports the client', async () => {
    await writeFile(
      join(user, 'merge.js'),
      `import { ConversionClient } from 'file-conversion-client';
       const client = new ConversionClient({ baseUrl: process.env.FCS_BASE_URL });
       const merged = await client.mergePdf({ files: [new Blob(['%PDF']), new Blob(['%PDF'])] });
       console.log(await (await client.download(merged)).text());`,
    );
    expect((await node('merge.js')).stdout).toBe('%PDF-1.7\n');
  });

  it('has types for browsers', async () => {
    await writeFile(join(user, 'convert.ts'), program);
    expect(faultsOf(['convert.ts'], inBrowsers)).toEqual([]);
  });

  it('compiles the examples of its documents', async () => {
    await writeFile(join(user, 'values.d.ts'), exampleValues);
    const files = ['values.d.ts'];
    for (const example of (await Promise.all(documents.map(examplesOf))).flat()) {
      const name = `example-${files.length}.ts`;
      // An example without imports is a module too.
      await writeFile(join(user, name), `${example}\nexport {};`);
      files.push(name);
    }
    expect(files.length).toBeGreaterThan(documents.length);
    expect(faultsOf(files, { ...onNode, lib: [...onNode.lib, 'lib.dom.d.ts'] })).toEqual([]);
  });

  it('has types for Node.js that equal those derived from the contracts', async () => {
    await writeFile(join(user, 'convert.ts'), program);
    await writeFile(join(user, 'same.ts'), comparison);
    expect(faultsOf(['convert.ts', 'same.ts'], onNode)).toEqual([]);
  });
});
