import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Conversion } from '#lib/engines/office/conversion.ts';
import { OfficeConverter, type OfficeConverterOptions } from '#lib/engines/office/converter.ts';
import { ForkedHost } from '#lib/engines/office/libreoffice/forked-host.ts';
import { HostStarter } from '#lib/engines/office/libreoffice/host-starter.ts';
import { TemplatePool } from '#lib/engines/office/libreoffice/template-pool.ts';
import { converterOptions, hostPids } from '../../../../support/libreoffice.ts';
import { makeDocx, makePptx, makeXlsx } from '../../../../support/office.ts';
import { pageTexts } from '../../../../support/pdf.ts';
import { leftOut } from '../../../../support/requirements.ts';

const folder = mkdtempSync(join(tmpdir(), 'template-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** LibreOffice is busy with it for seconds: nested tables are laid out repeatedly. */
const slow = makeDocx({
  parts: {
    'word/document.xml':
      '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>' +
      '<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="9000"/></w:tblGrid><w:tr><w:tc>'.repeat(12) +
      '<w:p><w:r><w:t>deep</w:t></w:r></w:p>' +
      '<w:p/></w:tc></w:tr></w:tbl>'.repeat(12) +
      '<w:p/></w:body></w:document>',
  },
});

let count = 0;

/** Stores a document and returns its conversion. */
function conversion(kind: Conversion['kind'], bytes: Uint8Array): Conversion {
  const inputFile = join(folder, `input-${(count += 1)}`);
  writeFileSync(inputFile, bytes);
  return {
    inputFile,
    kind,
    filterOptions: '',
    outputFile: `${inputFile}.pdf`,
    deadline: Date.now() + 60_000,
  };
}

const textOf = async ({ outputFile }: Conversion): Promise<string> =>
  (await pageTexts(readFileSync(outputFile))).join('\n').trim();

/** A prepared converter, its template, and what converts a document of one page to its text. */
async function prepared(overrides: Partial<OfficeConverterOptions> = {}) {
  const workDirectory = mkdtempSync(join(folder, 'work-'));
  const converter = new OfficeConverter({ ...converterOptions(workDirectory), warmUp: [], ...overrides });
  await converter.prepare();
  onTestFinished(() => converter.stop());
  const [template = 0] = hostPids(workDirectory);
  return {
    template,
    processes: () => hostPids(workDirectory),
    textOf: async (text: string): Promise<string> => {
      const one = conversion('docx', makeDocx({ text }));
      await converter.convert(one);
      return textOf(one);
    },
    converter,
  };
}

/** Whether a process runs, is stopped or has ended (proc(5)). */
const isStopped = (pid: number): boolean => /^State:\tT/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));

/** The number of seccomp filters of a process (proc(5)). */
const filtersOf = (pid: number): number =>
  Number(/^Seccomp_filters:\t(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

describe.skipIf(leftOut('libreoffice', 'seccomp'))('a template', { timeout: 90_000 }, () => {
  it('converts each kind of document in a process of its own', async () => {
    const { converter, template, processes } = await prepared();
    for (const [kind, bytes, text] of [
      ['docx', makeDocx({ text: 'A letter' }), 'A letter'],
      ['xlsx', makeXlsx({ rows: [['Cell', 12]] }), 'Cell 12'],
      ['pptx', makePptx({ slides: ['A slide'] }), 'A slide'],
      ['docx', makeDocx({ text: 'Another letter' }), 'Another letter'],
    ] as const) {
      const one = conversion(kind, bytes);
      await converter.convert(one);
      expect(await textOf(one)).toBe(text);
    }
    expect(processes()).toEqual([template]);
  });

  it('converts thirty documents one after another', async () => {
    const { converter, template, processes } = await prepared();
    for (let index = 0; index < 10; index += 1) {
      for (const [kind, bytes] of [
        ['docx', makeDocx({ text: `Letter ${index}` })],
        ['xlsx', makeXlsx({ rows: [[`Sheet ${index}`]] })],
        ['pptx', makePptx({ slides: [`Slide ${index}`] })],
      ] as const) {
        const one = conversion(kind, bytes);
        await converter.convert(one);
        expect(await textOf(one)).toMatch(new RegExp(` ${index}$`));
      }
    }
    expect(processes()).toEqual([template]);
  });

  it('gives each process random numbers of its own', async () => {
    const { converter } = await prepared();
    const random = makeXlsx({
      parts: {
        'xl/worksheets/sheet1.xml':
          '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>' +
          '<row r="1"><c r="A1"><f>RANDBETWEEN(1,1000000000)</f></c></row></sheetData></worksheet>',
      },
    });
    const texts = [];
    for (let index = 0; index < 2; index += 1) {
      const one = conversion('xlsx', random);
      await converter.convert(one);
      texts.push(await textOf(one));
    }
    expect(texts[0]).toMatch(/^\d+/);
    expect(texts[0]).not.toBe(texts[1]);
  });

  it('has no thread of LibreOffice, which a fork would miss', async () => {
    const { template, textOf: convert, converter } = await prepared();
    await convert('text');
    await converter.convert(conversion('xlsx', makeXlsx()));
    const threads = readdirSync(`/proc/${template}/task`).map((thread) =>
      readFileSync(`/proc/${template}/task/${thread}/comm`, 'utf8').trim(),
    );
    expect(threads.sort()).toEqual(['DelayedTaskSche', 'MainThread', 'V8Worker']);
  });

  it('shares no memory with its forks, and no pipe', async () => {
    // No other user may look into an undumpable process.
    if (process.getuid?.() !== 0) return;
    const { template, processes, converter } = await prepared();
    const converted = converter.convert(conversion('docx', slow));
    const fork = await vi.waitUntil(() => processes().find((pid) => pid !== template), { timeout: 10_000 });
    // Landlock and the filter come last.
    await vi.waitUntil(() => filtersOf(fork) > filtersOf(template), { interval: 5, timeout: 10_000 });
    process.kill(fork, 'SIGSTOP');
    const shared = (pid: number): string[] =>
      readFileSync(`/proc/${pid}/maps`, 'utf8')
        .split('\n')
        .filter((line) => / .w.s /.test(line));
    expect(shared(template)).not.toEqual([]);
    expect(shared(fork)).toEqual([]);
    for (const name of readdirSync(`/proc/${fork}/fd`)) {
      const target = readlinkSync(`/proc/${fork}/fd/${name}`);
      const flags = /^flags:\t(\d+)$/m.exec(readFileSync(`/proc/${fork}/fdinfo/${name}`, 'utf8'))?.[1] ?? '';
      const isWritable = (Number.parseInt(flags, 8) & 3) !== 0;
      expect(target).toMatch(isWritable ? /\/hosts\/2\/|^\/dev\/null$/ : /^\//);
    }
    process.kill(fork, 'SIGCONT');
    await converted;
  });

  it('is frozen and thawed with its forks', async () => {
    const { template, processes, textOf: convert, converter } = await prepared();
    const one = conversion('docx', slow);
    const converted = converter.convert(one);
    const both = await vi.waitUntil(() => (processes().length === 2 ? processes() : undefined), {
      timeout: 10_000,
    });
    for (const pid of both) process.kill(pid, 'SIGSTOP');
    await vi.waitUntil(() => both.every(isStopped), { timeout: 10_000 });
    await sleep(1500);
    for (const pid of both) process.kill(pid, 'SIGCONT');
    await converted;
    expect(await convert('after the thaw')).toBe('after the thaw');
    expect(processes()).toEqual([template]);
  });

  it('converts twelve documents at once', async () => {
    const { template, processes, textOf: convert } = await prepared();
    const texts = Array.from({ length: 12 }, (_, index) => `Document ${index}`);
    expect(await Promise.all(texts.map(convert))).toEqual(texts);
    expect(processes()).toEqual([template]);
  });

  it('is replaced when a signal ends a fork, whose document gets a fresh process', async () => {
    const { template, processes, textOf: convert, converter } = await prepared();
    const one = conversion('docx', slow);
    const converted = converter.convert(one);
    const fork = await vi.waitUntil(() => processes().find((pid) => pid !== template), { timeout: 10_000 });
    process.kill(fork, 'SIGSEGV');
    await converted;
    expect(await textOf(one)).toContain('deep');
    await vi.waitUntil(() => !processes().includes(template), { timeout: 10_000 });
    expect(await convert('next')).toBe('next');
  });

  it('is replaced when it dies, and its forks with it; their documents get fresh processes', async () => {
    const warning = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    onTestFinished(() => warning.mockRestore());
    const { template, processes, textOf: convert, converter } = await prepared();
    const documents = [1, 2].map(() => conversion('docx', slow));
    const converted = Promise.all(documents.map((one) => converter.convert(one)));
    const first = await vi.waitUntil(() => (processes().length === 3 ? processes() : undefined), {
      timeout: 10_000,
    });
    process.kill(template, 'SIGKILL');
    await converted;
    for (const one of documents) expect(await textOf(one)).toContain('deep');
    expect(processes().filter((pid) => first.includes(pid))).toEqual([]);
    expect(warning).toHaveBeenCalledWith(expect.stringContaining('A LibreOffice template ended: SIGKILL'));
    expect(await convert('next')).toBe('next');
  });

  it('is replaced after a number of documents', async () => {
    const work = mkdtempSync(join(folder, 'pool-'));
    const starter = await HostStarter.prepare(
      { ...converterOptions(work), maximumFileBytes: 2 ** 30, warmUp: [] },
      work,
    );
    const source = {
      start: () => starter.startTemplate(),
      newFolder: () => starter.newFolder(),
      isIntact: () => starter.isIntact(),
    };
    const pool = new TemplatePool(source, 2);
    onTestFinished(() => pool.close());
    const templates: unknown[] = [];
    for (let index = 0; index < 5; index += 1) {
      const host = await pool.take();
      await host.template.ready();
      templates.push(host.template);
      writeFileSync(join(host.inputFolder, 'a.docx'), makeDocx());
      host.send({ fileName: 'a.docx', format: 'pdf', filterOptions: '' });
      expect(await host.outcome()).toMatchObject({ event: 'done' });
      await pool.release(host);
    }
    const [one, two, three, four, five] = templates;
    expect([one === two, two === three, three === four, four === five]).toEqual([true, false, true, false]);
    await vi.waitUntil(() => hostPids(work).length === 1, { timeout: 10_000 });
  });

  it('forks the process of the next document in advance, which waits confined and without a pipe to others', async () => {
    const { template, processes, textOf: convert, converter } = await prepared({ forksAhead: true });
    expect(await convert('one')).toBe('one');
    const ahead = await vi.waitUntil(() => processes().find((pid) => pid !== template), { timeout: 10_000 });
    await vi.waitUntil(() => filtersOf(ahead) > filtersOf(template), { interval: 5, timeout: 10_000 });
    expect(readdirSync(`/proc/${ahead}/cwd`)).toEqual([]);
    const pipes = readdirSync(`/proc/${ahead}/fd`)
      .map((name) => readlinkSync(`/proc/${ahead}/fd/${name}`))
      .filter((target) => target.startsWith('pipe:'));
    expect(pipes).toHaveLength(1);
    const one = conversion('docx', slow);
    const converted = converter.convert(one);
    await vi.waitUntil(() => readdirSync(`/proc/${ahead}/cwd`).length === 1, { timeout: 10_000 });
    await converted;
    expect(await textOf(one)).toContain('deep');
    expect(processes()).not.toContain(ahead);
    const texts = Array.from({ length: 6 }, (_, index) => `Document ${index}`);
    expect(await Promise.all(texts.map(convert))).toEqual(texts);
    await vi.waitUntil(() => processes().length === 2, { timeout: 10_000 });
  });

  it('replaces a process that ended before it had a document', async () => {
    const { template, processes, textOf: convert } = await prepared({ forksAhead: true });
    await convert('one');
    const ahead = await vi.waitUntil(() => processes().find((pid) => pid !== template), { timeout: 10_000 });
    process.kill(ahead, 'SIGKILL');
    await vi.waitUntil(() => !processes().includes(ahead), { timeout: 10_000 });
    await sleep(100);
    expect(await convert('two')).toBe('two');
  });

  it('takes the process of the next document with it', async () => {
    const warning = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    onTestFinished(() => warning.mockRestore());
    const { template, processes, textOf: convert } = await prepared({ forksAhead: true });
    await convert('one');
    const ahead = await vi.waitUntil(() => processes().find((pid) => pid !== template), { timeout: 10_000 });
    process.kill(template, 'SIGKILL');
    await vi.waitUntil(() => !processes().includes(ahead), { timeout: 10_000 });
    expect(await convert('two')).toBe('two');
  });

  it('goes on when a fork throws, which ends the fork; its document gets a fresh process', async () => {
    const templateFile = join(import.meta.dirname, 'throwing-template.ts');
    const { template, processes, textOf: convert } = await prepared({ templateFile });
    for (const text of ['one', 'two']) expect(await convert(text)).toBe(text);
    expect(processes()).toContain(template);
  });

  it('that does not start leaves documents to fresh processes', async () => {
    const warning = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    onTestFinished(() => warning.mockRestore());
    const options = converterOptions(mkdtempSync(join(folder, 'work-')));
    const converter = new OfficeConverter({
      ...options,
      templateFile: join(import.meta.dirname, 'environment-host.ts'),
      warmUp: [],
    });
    await converter.prepare();
    onTestFinished(() => converter.stop());
    expect(warning).toHaveBeenCalledWith(expect.stringContaining('fresh LibreOffice processes'));
    const one = conversion('docx', makeDocx({ text: 'fresh' }));
    await converter.convert(one);
    expect(await textOf(one)).toBe('fresh');
  });
});

describe.skipIf(leftOut('libreoffice', 'seccomp', 'landlock'))('a process that a template forked', () => {
  let probed: Record<string, unknown>;
  beforeAll(async () => {
    const work = join(folder, 'probe');
    mkdirSync(work);
    const options = {
      ...converterOptions(work),
      templateFile: join(import.meta.dirname, 'probing-template.ts'),
      maximumFileBytes: 2 ** 30,
      warmUp: [],
    };
    const starter = await HostStarter.prepare(options, work);
    const template = await starter.startTemplate();
    const host = ForkedHost.prepare(starter.newFolder(), template);
    writeFileSync(join(host.inputFolder, 'a.docx'), makeDocx());
    host.send({ fileName: 'a.docx', format: 'pdf', filterOptions: '' });
    expect(await host.outcome()).toMatchObject({ event: 'done' });
    probed = JSON.parse(readFileSync(join(host.folder, 'probe.json'), 'utf8')) as Record<string, unknown>;
    await template.dispose();
  });

  it('reaches its own folder, and neither the template nor another document', () => {
    const { 'write to its own folder': own, ...others } = probed;
    expect(own).toBe('done');
    for (const [what, outcome] of Object.entries(others)) expect(outcome, what).toMatch(/^(EPERM|EACCES)$/);
  });
});
