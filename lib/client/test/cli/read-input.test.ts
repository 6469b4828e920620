import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { conversionCommands, operationFor } from '../../src/cli/commands.ts';
import { openInput, readText, requireOneStandardInput } from '../../src/cli/read-input.ts';
import { Interruption, type Terminal, UsageError } from '../../src/cli/terminal.ts';

const folder = await mkdtemp(join(tmpdir(), 'read-input-'));
const at = (name: string) => join(folder, name);
afterAll(() => rm(folder, { recursive: true }));

const terminalOf = (stdin: Readable, signal = new AbortController().signal) =>
  ({ stdin, signal }) as unknown as Terminal;
const terminal = terminalOf(new PassThrough());

it.each([
  'upl_01KAJV4Q2B8T6M3Z7X5C9D1F0G',
  'file_01KAJV4Q2B8T6M3Z7X5C9D1F0G',
  'https://example.com/a.pdf',
  'http://10.0.0.5:8080/a.pdf',
])('%s is sent as it is', async (operand) => {
  expect(await openInput(operand, terminal)).toBe(operand);
});

it('any other operand is the path of a file', async () => {
  for (const path of ['file_1.pdf', 'ftp://example.com/a.pdf']) {
    const opened = openInput(path, terminal);
    await expect(opened).rejects.toThrow(`Cannot read ${path}: no such file or folder.`);
    await expect(opened).rejects.toThrow(UsageError);
  }
});

describe('a path', () => {
  it('can be a named pipe or another special file', async () => {
    execFileSync('mkfifo', [at('pipe')]);
    const [file] = await Promise.all([openInput(at('pipe'), terminal), writeFile(at('pipe'), 'piped')]);
    expect(file).toMatchObject({ name: 'input', size: 5 });
    expect(await (file as File).text()).toBe('piped');
    expect(await openInput('/dev/null', terminal)).toMatchObject({ name: 'input', size: 0 });
  });

  it('can be a file whose size is not known in advance', async () => {
    const file = (await openInput('/proc/self/status', terminal)) as File;
    expect(await file.text()).toContain('Pid:');
  });

  it('cannot be a folder', async () => {
    const opened = openInput(folder, terminal);
    await expect(opened).rejects.toThrow(UsageError);
    await expect(opened).rejects.toThrow('is a folder');
  });

  it('must be readable', async () => {
    await writeFile(at('secret'), 'secret');
    await chmod(at('secret'), 0);
    // The superuser can read all files.
    const opened = openInput(at('secret'), terminal);
    if (process.getuid?.() === 0) expect(await opened).toBeInstanceOf(File);
    else await expect(opened).rejects.toThrow('permission denied');
  });
});

describe('standard input', () => {
  it.each(['-', '/dev/stdin'])('is %s', async (path) => {
    const file = (await openInput(path, terminalOf(Readable.from([Buffer.from('text')])))) as File;
    expect({ name: file.name, text: await file.text() }).toEqual({ name: 'input', text: 'text' });
  });

  it('is used once', () => {
    requireOneStandardInput(['-', 'a.pdf']);
    expect(() => requireOneStandardInput(['-', 'a.pdf', '-'])).toThrow(UsageError);
    expect(() => requireOneStandardInput(['-', '/dev/stdin'])).toThrow(UsageError);
  });

  it('is closed when the command is interrupted', async () => {
    const interrupted = new AbortController();
    const stdin = new PassThrough();
    const opened = openInput('-', terminalOf(stdin, interrupted.signal));
    interrupted.abort(new Interruption('SIGINT'));
    await expect(opened).rejects.toThrow();
    expect(stdin.destroyed).toBe(true);
  });
});

describe('the value of an option', () => {
  it.each([
    ['secret\n', 'secret'],
    ['secret\r\n', 'secret'],
    ['secret', 'secret'],
    ['secret\n\n', 'secret\n\n'],
    ['two\nlines\n', 'two\nlines\n'],
  ])('%j in a file is %j', async (content, value) => {
    await writeFile(at('value'), content);
    expect(await readText(`@${at('value')}`)).toBe(value);
  });

  it('can begin with @', async () => {
    expect(await readText('@@name')).toBe('@name');
  });
});

it('the extension of a URL is that of its path', () => {
  const { office } = conversionCommands;
  if (!office) throw new Error('There is no such command');
  const url = 'https://example.com/figures.xlsx?signature=a.docx';
  expect(operationFor(office, url).name).toBe('convert-xlsx');
  expect(operationFor(office, 'https://example.com/').name).toBe('to-pdf');
});
