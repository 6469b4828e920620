import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { chmod, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Conversion } from '#lib/engines/office/conversion.ts';
import { OfficeConverter } from '#lib/engines/office/converter.ts';
import { freshOptions, hostPids } from '../../../support/libreoffice.ts';
import { leftOut } from '../../../support/requirements.ts';
import { makeDocx, makePptx, makeXlsx } from '../../../support/office.ts';
import { pageTexts } from '../../../support/pdf.ts';

const folder = mkdtempSync(join(tmpdir(), 'office-converter-'));
const workDirectory = join(folder, 'work');
const outputFile = join(folder, 'output.pdf');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Stores a document and returns its conversion. */
function conversion(
  kind: Conversion['kind'],
  bytes: Uint8Array,
  others: Partial<Conversion> = {},
): Conversion {
  const inputFile = join(folder, `input-${kind}`);
  rmSync(inputFile, { force: true });
  rmSync(outputFile, { force: true });
  writeFileSync(inputFile, bytes);
  return { inputFile, kind, filterOptions: '', outputFile, deadline: Date.now() + 20_000, ...others };
}

const outputPages = (): Promise<string[]> => pageTexts(readFileSync(outputFile));

const small = makeDocx({ text: 'A small document' });

/** Keeps LibreOffice busy for seconds: nested tables are laid out repeatedly. */
const slow = makeDocx({
  parts: {
    'word/document.xml':
      '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>' +
      '<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="9000"/></w:tblGrid><w:tr><w:tc>'.repeat(2000) +
      '<w:p><w:r><w:t>deep</w:t></w:r></w:p>' +
      '<w:p/></w:tc></w:tr></w:tbl>'.repeat(2000) +
      '<w:p/></w:body></w:document>',
  },
});

describe.skipIf(leftOut('libreoffice'))('OfficeConverter', () => {
  const converter = new OfficeConverter(freshOptions(workDirectory));
  beforeAll(() => converter.prepare());
  afterAll(() => converter.stop());

  /** The idle process. */
  async function waitingHost(): Promise<number> {
    return vi.waitFor(
      () => {
        const [pid, ...others] = hostPids(workDirectory);
        if (pid === undefined || others.length > 0) throw new Error('not one host');
        return pid;
      },
      { timeout: 10_000 },
    );
  }

  it.each([
    ['docx', makeDocx({ text: 'Text on one page\fand on another' }), ['Text on one page', 'and on another']],
    ['xlsx', makeXlsx({ rows: [['Cell', 12]] }), ['Cell 12']],
    ['pptx', makePptx({ slides: ['First slide', 'Second slide'] }), ['First slide', 'Second slide']],
  ] as const)('converts a %s, page by page', async (kind, bytes, pages) => {
    await converter.convert(conversion(kind, bytes));
    expect((await outputPages()).map((text) => text.trim())).toEqual(pages);
  });

  it('passes the filter options to LibreOffice', async () => {
    const filterOptions = JSON.stringify({ PageRange: { type: 'string', value: '2' } });
    await converter.convert(conversion('docx', makeDocx({ text: 'One\fTwo\fThree' }), { filterOptions }));
    expect(await outputPages()).toEqual(['Two']);
  });

  it('blames the request when the document has none of the pages', async () => {
    const filterOptions = JSON.stringify({ PageRange: { type: 'string', value: '7-' } });
    await expect(converter.convert(conversion('docx', small, { filterOptions }))).rejects.toMatchObject({
      code: 'invalid-range',
    });
    expect(existsSync(outputFile)).toBe(false);
  });

  it.each([
    ['Budget 2026.backup.xls', 'Budget 2026.backup.xlsx'],
    ['../../etc/passwords.xlsx', '.._.._etc_passwords.xlsx'],
    [`${'long '.repeat(100)}.xlsx`, 'long long'],
    ['Übersicht\0.xlsx', 'document.xlsx'],
  ])('gives a document called %j the name %j to print', async (fileName, printed) => {
    const after = '<headerFooter><oddHeader>&amp;F</oddHeader></headerFooter>';
    const bytes = makeXlsx({ rows: [['Cell']], after });
    await converter.convert(conversion('xlsx', bytes, { fileName }));
    expect((await outputPages()).join()).toContain(printed);
  });

  it.each([
    ['no ZIP', Buffer.from('Just text, which LibreOffice would gladly lay out.')],
    ['an empty file', Buffer.alloc(0)],
    ['a truncated ZIP', small.subarray(0, small.length / 2)],
    ['a ZIP signature before noise', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(5000, 0xa7)])],
  ])('reports %s as a damaged document', async (_, bytes) => {
    await expect(converter.convert(conversion('docx', bytes))).rejects.toMatchObject({
      code: 'damaged-document',
    });
    expect(existsSync(outputFile)).toBe(false);
  });

  it('converts documents with flipped bits or reports them as damaged', async () => {
    for (let step = 0; step < 8; step += 1) {
      const bytes = Buffer.from(small);
      const place = Math.floor((bytes.length / 8) * (step + 0.5));
      bytes.writeUInt8(bytes.readUInt8(place) ^ (1 << step), place);
      const outcome = await converter.convert(conversion('docx', bytes)).then(
        () => 'converted',
        (error: unknown) => (error as { code?: string }).code ?? error,
      );
      expect(['converted', 'damaged-document']).toContain(outcome);
    }
  });

  it('ends a conversion at its deadline and converts the next document', async () => {
    const started = Date.now();
    await expect(
      converter.convert(conversion('docx', slow, { deadline: started + 1500 })),
    ).rejects.toMatchObject({ name: 'ConversionError', reason: 'deadline', documentOpened: true });
    expect(Date.now() - started).toBeLessThan(10_000);
    await converter.convert(conversion('docx', small));
    expect(await outputPages()).toEqual(['A small document']);
  });

  it('ends a hanging process', async () => {
    process.kill(await waitingHost(), 'SIGSTOP');
    await expect(
      converter.convert(conversion('docx', small, { deadline: Date.now() + 500 })),
    ).rejects.toMatchObject({ reason: 'deadline', documentOpened: false });
    await converter.convert(conversion('docx', small));
  });

  it('reports a timeout signal as a deadline, not a cancellation', async () => {
    const signal = AbortSignal.timeout(1500);
    await expect(converter.convert(conversion('docx', slow, { signal }))).rejects.toMatchObject({
      reason: 'deadline',
    });
  });

  it.each(['SIGSEGV', 'SIGABRT', 'SIGKILL'] as const)('survives %s during a conversion', async (signal) => {
    const host = await waitingHost();
    const failed = expect(converter.convert(conversion('docx', slow))).rejects.toMatchObject({
      name: 'ConversionError',
      reason: 'crashed',
      // Not through LibreOffice's own signal handling.
      message: `LibreOffice ended: ${signal}.`,
    });
    await sleep(1000);
    process.kill(host, signal);
    await failed;
    await converter.convert(conversion('docx', small));
  });

  it('replaces a process that dies while idle', async () => {
    const host = await waitingHost();
    // A process that never started is not replaced.
    await sleep(3000);
    process.kill(host, 'SIGKILL');
    expect(await vi.waitUntil(async () => (await waitingHost()) !== host, { timeout: 5000 })).toBe(true);
    await converter.convert(conversion('docx', small));
  });

  it('ends a canceled conversion, and starts none that is already canceled', async () => {
    const canceled = new AbortController();
    setTimeout(() => canceled.abort(), 500);
    const { signal } = canceled;
    const failure = { name: 'ConversionError', reason: 'canceled' };
    await expect(converter.convert(conversion('docx', slow, { signal }))).rejects.toMatchObject(failure);
    await expect(converter.convert(conversion('docx', small, { signal }))).rejects.toMatchObject(failure);
  });

  it('converts documents concurrently, each in its own process', async () => {
    const outputs = await Promise.all(
      [1, 2, 3].map(async (number) => {
        const job = conversion('docx', makeDocx({ text: `Document ${number}` }));
        const inputFile = join(folder, `input-${number}`);
        writeFileSync(inputFile, makeDocx({ text: `Document ${number}` }));
        const output = join(folder, `output-${number}.pdf`);
        await converter.convert({ ...job, inputFile, outputFile: output });
        return pageTexts(readFileSync(output));
      }),
    );
    expect(outputs).toEqual([['Document 1'], ['Document 2'], ['Document 3']]);
  });

  it('runs LibreOffice under a system call filter, without privileges or an environment', async () => {
    const host = await waitingHost();
    await vi.waitFor(
      () => {
        expect(readFileSync(`/proc/${host}/status`, 'utf8')).toMatch(/^Seccomp:\t2$/m);
      },
      { timeout: 10_000 },
    );
    expect(converter.confinement?.calls).toBe(true);
    for (const thread of readdirSync(`/proc/${host}/task`)) {
      const status = readFileSync(`/proc/${host}/task/${thread}/status`, 'utf8');
      expect(status).toMatch(/^Seccomp:\t2$/m);
      expect(status).toMatch(/^NoNewPrivs:\t1$/m);
    }
    if (process.getuid?.() === 0) {
      const names = readFileSync(`/proc/${host}/environ`, 'utf8')
        .split('\0')
        .map((entry) => entry.split('=')[0]);
      expect(names.filter(Boolean).sort()).toEqual(
        ['FONTCONFIG_FILE', 'HOME', 'LANG', 'PATH', 'SAL_USE_VCLPLUGIN', 'TMPDIR', 'TZ'].sort(),
      );
    }
  });

  it('unpacks LibreOffice again when its files have changed', async () => {
    await waitingHost();
    const [instance = ''] = await readdir(workDirectory);
    await chmod(join(workDirectory, instance, 'libreoffice/program/libmergedlo.so'), 0o600);
    const warning = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    await converter.convert(conversion('docx', small));
    await vi.waitFor(() => expect(warning).toHaveBeenCalledOnce(), { timeout: 10_000 });
    warning.mockRestore();
    await converter.convert(conversion('docx', small));
    expect(await outputPages()).toEqual(['A small document']);
  });
});

describe.skipIf(leftOut('libreoffice'))('OfficeConverter with limits', () => {
  it('ends a conversion that uses too much memory', async () => {
    const directory = join(folder, 'memory');
    await using converter = await prepared(directory, { memoryLimitBytes: 50 * 1024 * 1024 });
    await expect(converter.value.convert(conversion('docx', slow))).rejects.toMatchObject({
      reason: 'memory',
    });
  });

  it('does not blame a document for a process that ends before opening it', async () => {
    const hostFile = join(import.meta.dirname, 'libreoffice/dying-host.ts');
    await using converter = await prepared(join(folder, 'dying'), { hostFile });
    await expect(converter.value.convert(conversion('docx', small))).rejects.toMatchObject({
      reason: 'crashed',
      documentOpened: false,
    });
  });

  it('limits the size of files that a conversion writes', async () => {
    const directory = join(folder, 'output');
    await using converter = await prepared(directory, { maximumFileBytes: 100 * 1024 });
    // Many pages from little XML: LibreOffice also writes a temporary file for it.
    const rows = Array.from({ length: 600 }, (_, index) => [index]);
    const breaks = rows.map((_, index) => `<brk id="${index + 1}" max="16383" man="1"/>`).join('');
    const job = conversion('xlsx', makeXlsx({ rows, after: `<rowBreaks>${breaks}</rowBreaks>` }));
    await expect(converter.value.convert(job)).rejects.toMatchObject({ name: 'ConversionError' });
    expect(existsSync(outputFile)).toBe(false);
  });

  it('leaves no process and no file behind', async () => {
    const directory = join(folder, 'clean');
    {
      await using converter = await prepared(directory);
      await converter.value.convert(conversion('docx', small));
      await vi.waitFor(() => expect(hostPids(directory)).toHaveLength(1), { timeout: 10_000 });
    }
    expect(hostPids(directory)).toEqual([]);
    expect(readdirSync(directory)).toEqual([]);
  });

  it('leaves no process when it is killed, and the next converter removes its files', async () => {
    const directory = join(folder, 'killed');
    const parent = spawn(process.execPath, [join(import.meta.dirname, 'libreoffice/prepared.ts'), directory]);
    await once(parent.stdout, 'data');
    expect(hostPids(directory)).toContainEqual(expect.any(Number));
    parent.kill('SIGKILL');
    await once(parent, 'close');
    await vi.waitFor(() => expect(hostPids(directory)).toEqual([]), { timeout: 10_000 });
    const [left] = readdirSync(directory);
    expect(left).toBeDefined();
    await using _ = await prepared(directory);
    expect(readdirSync(directory)).not.toContain(left);
  });

  it('reports why LibreOffice does not start', async () => {
    const options = { ...freshOptions(join(folder, 'broken')), koffiFile: '/nonexistent/koffi.node' };
    await expect(new OfficeConverter(options).prepare()).rejects.toThrow('/nonexistent/koffi.node');
    expect(readdirSync(join(folder, 'broken'))).toEqual([]);
  });
});

async function prepared(directory: string, options = {}) {
  const value = new OfficeConverter({ ...freshOptions(directory), warmUp: [], ...options });
  await value.prepare();
  return { value, [Symbol.asyncDispose]: () => value.stop() };
}
