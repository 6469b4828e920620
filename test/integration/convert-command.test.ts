import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { FileResponse } from '#lib/api/responses/file-response.ts';
import type { Problem } from '#lib/api/problem.ts';
import type { JobResponse } from '#lib/api/responses/job-response.ts';
import { stack } from '../support/client.ts';
import { makeDocx } from '../support/office.ts';
import { makePdf, pageTexts } from '../support/pdf.ts';
import { leftOut } from '../support/requirements.ts';

const program = join(import.meta.dirname, '../../lib/client/convert.mjs');
const folder = await mkdtemp(join(tmpdir(), 'convert-'));
const at = (name: string) => join(folder, name);
await writeFile(at('report.pdf'), await makePdf('Report', 7));
await writeFile(at('cover.pdf'), await makePdf('Cover', 1));
await writeFile(at('page.html'), '<link rel="stylesheet" href="style.css"><p>Hello</p>');
await writeFile(at('style.css'), 'p::after { content: " world" }');
await writeFile(at('letter.docx'), makeDocx({ text: 'Dear reader' }));
const inputs = await readdir(folder);

afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  for (const name of await readdir(folder))
    if (!inputs.includes(name)) await rm(at(name), { recursive: true });
});

interface Outcome {
  code: number;
  stdout: Buffer;
  stderr: string;
}

/** Runs the command as a process, in the folder of the files. */
function convert(
  args: readonly string[],
  { env = {}, input = '' }: { env?: Record<string, string>; input?: string } = {},
) {
  return new Promise<Outcome>((resolve) => {
    const child = execFile(
      process.execPath,
      [program, ...args],
      {
        cwd: folder,
        encoding: 'buffer',
        env: {
          PATH: process.env['PATH'] ?? '',
          FCS_BASE_URL: stack.baseUrl,
          FCS_API_KEY: stack.keys.business,
          ...env,
        },
      },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, stdout, stderr: String(stderr) }),
    );
    child.stdin?.end(input);
  });
}

/** What it printed, after it ended well and quietly. */
async function printed(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await convert(args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return String(stdout);
}

const textsIn = async (name: string) => pageTexts(await readFile(at(name)));

describe('convert merge and split', () => {
  it('writes to the path of -o', async () => {
    expect(await printed('merge', 'cover.pdf', 'report.pdf', '-o', 'both.pdf')).toBe('both.pdf\n');
    expect(await textsIn('both.pdf')).toHaveLength(8);
    expect(await printed('split', 'both.pdf', '--ranges', '1-3,-1', '-o', 'parts/')).toBe(
      'parts/both_1-3.pdf\nparts/both_8.pdf\n',
    );
    expect(await readdir(at('parts'))).toEqual(['both_1-3.pdf', 'both_8.pdf']);
    expect(await textsIn('parts/both_1-3.pdf')).toEqual([
      'Cover, page 1',
      'Report, page 1',
      'Report, page 2',
    ]);
  });

  it('splits by a mode', async () => {
    const names = await printed('split', 'report.pdf', '--mode', 'every', '--span', '4', '-o', 'halves/');
    expect(names).toBe('halves/report_1-4.pdf\nhalves/report_5-7.pdf\n');
    const { code, stderr } = await convert(['split', 'report.pdf', '--mode', 'every', '--ranges', '1']);
    expect(code).toBe(1);
    expect(stderr).toContain('--span');
  });

  it('overwrites only named files', async () => {
    await printed('merge', 'cover.pdf', 'report.pdf');
    expect(await printed('merge', 'report.pdf', 'cover.pdf')).toBe('merged-2.pdf\n');
    expect((await textsIn('merged.pdf'))[0]).toBe('Cover, page 1');
    expect((await textsIn('merged-2.pdf'))[0]).toBe('Report, page 1');
    expect(await printed('merge', 'report.pdf', 'cover.pdf', '-o', 'merged.pdf')).toBe('merged.pdf\n');
    expect((await textsIn('merged.pdf'))[0]).toBe('Report, page 1');
  });

  it('writes only the result to standard output', async () => {
    const { code, stdout, stderr } = await convert(['merge', 'cover.pdf', 'cover.pdf', '-o', '-']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(await pageTexts(stdout)).toHaveLength(2);
  });

  it('prints JSON, and reads values from files', async () => {
    await writeFile(at('metadata.json'), '{"title": "From a file"}');
    const args = ['merge', 'cover.pdf', 'cover.pdf', '--metadata', '@metadata.json', '--json', '-o', 'x.pdf'];
    const file = JSON.parse(await printed(...args)) as FileResponse;
    expect(file).toMatchObject({ pages: 2, fileName: 'merged.pdf', path: 'x.pdf' });
    expect((await readFile(at('x.pdf'))).length).toBe(file.size);
    expect((await readFile(at('x.pdf'))).toString('latin1')).toContain('From a file');
  });

  it('accepts an upload in place of a file', async () => {
    const id = (await printed('upload', 'report.pdf')).trim();
    expect(await printed('split', id, '--ranges', '2')).toBe('report_2.pdf\n');
    expect(await printed('upload', id, '--delete')).toBe('');
    const { code, stderr } = await convert(['split', id, '--ranges', '2']);
    expect(code).not.toBe(0);
    expect(stderr).toContain('upload');
  });
});

describe.skipIf(leftOut('chromium'))('convert html', () => {
  it('sends assets, and derives the format from the name of the result', async () => {
    await printed('html', 'page.html', '--asset', 'style.css', '-o', 'page.pdf', '--landscape');
    expect((await textsIn('page.pdf')).join()).toContain('Hello world');
    await printed('html', 'page.html', '--asset', 'style.css', '-o', 'page.jpg', '--no-full-page');
    expect((await readFile(at('page.jpg'))).subarray(0, 3).toString('hex')).toBe('ffd8ff');
  });

  it('reads standard input, and prints warnings', async () => {
    const input = '<img src="missing.png"><p>x';
    const { code, stdout, stderr } = await convert(['html', '-', '--format', 'png', '-o', '-'], { input });
    expect({ code, signature: stdout.subarray(1, 4).toString() }).toEqual({ code: 0, signature: 'PNG' });
    expect(stderr).toMatch(/^convert: warning: .*missing\.png/);
  });
});

describe.skipIf(leftOut('libreoffice'))('convert office and jobs', { timeout: 120_000 }, () => {
  it('waits for the job and saves its result', async () => {
    expect(await printed('office', 'letter.docx')).toBe('letter.pdf\n');
    expect(await textsIn('letter.pdf')).toEqual(['Dear reader']);
  });

  it('saves the result later', async () => {
    const id = (await printed('docx', 'letter.docx', '--no-wait')).trim();
    expect(id).toMatch(/^job_/);
    expect(await printed('jobs', '--limit', '1')).toMatch(
      new RegExp(`^${id}  \\w+ +docx-to-pdf  .*  letter.docx\\n$`),
    );
    expect(await printed('jobs', id, '-o', 'later.pdf')).toBe('later.pdf\n');
    expect(await textsIn('later.pdf')).toEqual(['Dear reader']);
    expect(JSON.parse(await printed('jobs', id, '--json'))).toMatchObject({
      id,
      status: 'completed',
    } satisfies Partial<JobResponse>);
    expect(await printed('jobs', id, '--delete')).toBe('');
    expect((await convert(['jobs', id, '-o', 'gone.pdf'])).code).toBe(1);
    expect(existsSync(at('gone.pdf'))).toBe(false);
  });
});

describe('convert ends with', () => {
  it('1 and the invalid argument for rejected requests', async () => {
    const { code, stdout, stderr } = await convert(['merge', 'cover.pdf', 'page.html', '-o', 'x.pdf']);
    expect({ code, stdout: String(stdout) }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^convert: page\.html: .*\nconvert: \(400 invalid-file-type, request \S+\)\n$/);
    expect(existsSync(at('x.pdf'))).toBe(false);
    const json = await convert(['split', 'cover.pdf', '--ranges', '9', '--json']);
    expect(JSON.parse(String(json.stdout))).toMatchObject({
      status: 400,
      code: 'invalid-range',
    } satisfies Partial<Problem>);
    expect(json.stderr).toContain('convert: --ranges: ');
  });

  it('2 for invalid command lines', async () => {
    const { code, stderr } = await convert(['split', 'report.pdf', '--ranges', '1,2', '-o', '-']);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/2 results/) as string });
  });

  it('4 without a key', async () => {
    const { code, stderr } = await convert(['jobs'], { env: { FCS_API_KEY: '' } });
    expect({ code, stderr }).toEqual({
      code: 4,
      stderr: 'convert: FCS_API_KEY is not set. Set it to your API key.\n',
    });
    const invalid = await convert(['jobs'], { env: { FCS_API_KEY: 'fcs_invalid' } });
    expect(invalid).toMatchObject({ code: 4, stderr: expect.stringContaining('401 unauthorized') as string });
  });
});
