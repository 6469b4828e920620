import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ReceivedCall, resultAt, runCommand, sendJson, startService } from './run-command.ts';

const content = '%PDF-1.7 and more';
const pdf = import.meta.filename;

let folder: string;
const at = (...names: string[]) => join(folder, ...names);
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'save-results-'))));
afterEach(() => rm(folder, { recursive: true }));

let close: () => void = () => undefined;
afterEach(() => close());

/** A service that converts everything into `count` results. `download` sends the bytes of a result. */
async function serve({
  count = 1,
  list = false,
  download = (response: ServerResponse): unknown => response.end(content),
} = {}) {
  let downloads = 0;
  const service = await startService(({ path }: ReceivedCall, response, baseUrl) => {
    const results = Array.from({ length: count }, (_, index) => resultAt(baseUrl, content.length, index + 1));
    const [, id] = /^\/api\/files\/(.*)$/.exec(path) ?? [];
    if (path === '/result') {
      downloads += 1;
      download(response);
    } else if (id === undefined) sendJson(response, list ? results : results[0]);
    else {
      const number = Number(id.replace('file_', ''));
      sendJson(response, resultAt(baseUrl, content.length, number));
    }
  });
  ({ close } = service);
  return { ...service, downloads: () => downloads };
}

/** Sends the first bytes of a result, then closes the connection. */
function sendPart(response: ServerResponse): void {
  response.writeHead(200, { 'content-length': content.length });
  response.write(content.slice(0, 5), () => response.destroy());
}

describe('an interrupted download', () => {
  it.each(['file', '-'])('continues where it stopped (%s)', async (target) => {
    let failures = 0;
    const { env, downloads } = await serve({
      download: (response) => ((failures += 1) > 2 ? response.end(content) : sendPart(response)),
    });
    const output = target === '-' ? '-' : at('x.pdf');
    const { code, out, errors } = await runCommand(['edit', pdf, '-o', output], { env });
    expect({ code, downloads: downloads() }).toEqual({ code: 0, downloads: 3 });
    expect(target === '-' ? out : await readFile(output, 'utf8')).toBe(content);
    expect(errors).toContain('Retrying in');
  });

  it('exits with 3 and prints the id of the result', async () => {
    const { env } = await serve({ download: sendPart });
    const { code, out, errors } = await runCommand(['edit', pdf, '-o', at('x.pdf')], { env });
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(errors).toContain(`Received 5 of ${content.length} bytes of result-1.pdf.`);
    expect(errors).toContain('run: convert download file_1 -o PATH');
    expect(await readdir(folder)).toEqual([]);
  });

  it('is detected by the size of the result', async () => {
    const { env } = await serve({ download: (response) => response.end('short') });
    const { code, out } = await runCommand(['edit', pdf, '--json', '-o', at('x.pdf')], { env });
    expect(code).toBe(3);
    expect(JSON.parse(out)).toMatchObject({ results: [{ id: 'file_1' }] });
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('several results', () => {
  it('are saved to a folder, which is created', async () => {
    const { env } = await serve({ count: 2, list: true });
    const { code, out } = await runCommand(['images', pdf, '-o', at('pages')], { env });
    expect({ code, out }).toEqual({
      code: 0,
      out: `${at('pages', 'result-1.pdf')}\n${at('pages', 'result-2.pdf')}\n`,
    });
  });

  it('that do not fit into a file are named, and can be downloaded', async () => {
    const { env } = await serve({ count: 2, list: true });
    const { code, errors } = await runCommand(['images', pdf, '-o', at('pages.jpg')], { env });
    expect(code).toBe(2);
    expect(errors).toContain('Cannot write 2 results to the file');
    expect(errors).toContain('run: convert download file_1 file_2 -o folder/');
    const downloaded = await runCommand(['download', 'file_1', 'file_2', '-o', at('pages/')], { env });
    expect(downloaded.code).toBe(0);
    expect((await readdir(at('pages'))).toSorted()).toEqual(['result-1.pdf', 'result-2.pdf']);
  });
});

it('prints the paths with --json', async () => {
  const one = await serve();
  const { out } = await runCommand(['edit', pdf, '--json', '-o', at('x.pdf')], { env: one.env });
  expect(JSON.parse(out)).toMatchObject({ id: 'file_1', path: at('x.pdf') });
  one.close();
  const several = await serve({ count: 2, list: true });
  const listed = await runCommand(['images', pdf, '--json', '-o', at('pages/')], { env: several.env });
  expect(JSON.parse(listed.out)).toMatchObject([
    { id: 'file_1', path: at('pages', 'result-1.pdf') },
    { id: 'file_2', path: at('pages', 'result-2.pdf') },
  ]);
});

it.each([
  ['an empty path', ['edit', pdf, '-o', '']],
  ['a path below a file', ['edit', pdf, '-o', join(pdf, 'x.pdf')]],
  ['another format', ['html', pdf, '-o', 'page.tiff']],
  ['a file for two results', ['split', pdf, '--ranges', '1,2', '-o', 'x.pdf']],
  ['standard output for two results', ['split', pdf, '--ranges', '1,2', '-o', '-']],
  ['a path without waiting', ['edit', pdf, '--no-wait', '-o', 'x.pdf']],
  ['standard input twice', ['merge', '-', '-', '-o', 'x.pdf']],
  ['an empty path for the result of a job', ['jobs', 'job_1', '-o', '']],
  ['an empty path for text', ['text', pdf, '-o', '']],
  ['an id of another kind', ['download', 'job_1']],
])('rejects %s before it calls the service', async (_, args) => {
  const { env, calls } = await serve();
  const { code } = await runCommand(args, { env });
  expect({ code, calls }).toEqual({ code: 2, calls: [] });
});

describe('convert text', () => {
  /** A service that returns the format that a request asks for. */
  async function serveText() {
    const service = await startService(({ body }, response) => {
      const format = /name="format"\r\n\r\n(\w+)/.exec(body)?.[1] ?? 'none';
      response.writeHead(200, { 'content-type': 'text/plain' }).end(`format ${format}`);
    });
    ({ close } = service);
    return service;
  }

  it('writes to standard output, files and folders', async () => {
    const { env } = await serveText();
    for (const args of [[], ['-o', '-']]) {
      expect(await runCommand(['text', pdf, ...args], { env })).toMatchObject({
        code: 0,
        out: 'format none',
      });
    }
    expect(await runCommand(['text', pdf, '-o', at('new', 'report.md')], { env })).toMatchObject({ code: 0 });
    expect(await readFile(at('new', 'report.md'), 'utf8')).toBe('format markdown');
    expect(await runCommand(['text', pdf, '-o', at('texts/')], { env })).toMatchObject({ code: 0 });
    expect(await readFile(at('texts', 'save-results.test.txt'), 'utf8')).toBe('format none');
  });
});

it('convert validate exits with 5 if the PDF does not conform', async () => {
  for (const valid of [true, false]) {
    const service = await startService((_, response) =>
      sendJson(response, { conformance: '2b', valid, failures: [] }),
    );
    const { code } = await runCommand(['validate', pdf], { env: service.env });
    service.close();
    expect(code).toBe(valid ? 0 : 5);
  }
});

it('names commands instead of routes in errors', async () => {
  const detail = 'Cancel jobs with DELETE /api/jobs/{id}, or see GET /api/health.';
  const service = await startService((_, response) => {
    response.writeHead(400, { 'content-type': 'application/problem+json' });
    response.end(JSON.stringify({ status: 400, code: 'too-many-jobs', detail, requestId: 'r' }));
  });
  ({ close } = service);
  const { code, errors } = await runCommand(['docx', pdf], { env: service.env });
  expect(code).toBe(1);
  expect(errors).toContain('Cancel jobs with convert jobs ID --delete, or see GET /api/health.');
});
