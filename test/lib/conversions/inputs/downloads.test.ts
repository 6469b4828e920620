import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { downloadInputs, type DownloadSettings } from '#lib/conversions/inputs/downloads.ts';
import { readyFiles } from '#lib/conversions/inputs/ready-request.ts';
import { inMemory } from '#lib/conversions/inputs/receive-download.ts';
import { AllowedHosts } from '#lib/engines/egress/allowed-hosts.ts';
import type { Download, DownloadOptions } from '#lib/engines/egress/download-public.ts';
import { EgressFailed, UnusableResponse } from '#lib/engines/egress/errors.ts';
import type { InputFile, UrlInput } from '#lib/files/input-file.ts';
import { InputMemory } from '#lib/files/input-memory.ts';

interface ServedFile {
  text?: string;
  /** Whether its size is announced. */
  announced?: boolean;
  error?: Error;
}

/** A web whose files are named by the path of their URL. */
function fakeWeb(files: Readonly<Record<string, ServedFile>>) {
  const asked: { url: string; options: DownloadOptions }[] = [];
  const open = { now: 0, most: 0 };
  let closed = 0;
  const download = async (url: string, options: DownloadOptions): Promise<Download> => {
    asked.push({ url, options });
    open.now += 1;
    open.most = Math.max(open.most, open.now);
    await sleep(5);
    open.now -= 1;
    const { text = 'x', announced = true, error } = files[new URL(url).pathname.slice(1)] ?? {};
    if (error) throw error;
    return {
      url,
      fileName: 'web.pdf',
      ...(announced ? { size: text.length } : {}),
      body: chunksOf(text),
      close: () => (closed += 1),
    };
  };
  return { asked, open, closed: () => closed, download };
}

async function* chunksOf(text: string): AsyncGenerator<Uint8Array> {
  for (const character of text) yield await Promise.resolve(Buffer.from(character));
}

const urls = (...names: string[]): UrlInput[] =>
  names.map((name, index) => ({ field: `files[${index}]`, url: `https://example.com/${name}` }));

const settings = ({ download }: Pick<DownloadSettings, 'download'>, totalBytes = 100): DownloadSettings => ({
  allowedHosts: AllowedHosts.none,
  maximumBytes: 50,
  totalBytes,
  ...(download ? { download } : {}),
});

const run = (overrides = {}) => ({ otherBytes: 0, deadline: Date.now() + 10_000, ...overrides });
const receive = inMemory(new InputMemory());

const textOf = ({ source }: InputFile): string => (source.kind === 'inline' ? source.bytes.toString() : '');

describe('downloads', () => {
  it('are files in the order of the request, at most eight at a time', async () => {
    const names = Array.from({ length: 20 }, (_, index) => String(index));
    const web = fakeWeb(Object.fromEntries(names.map((name) => [name, { text: `file ${name}` }])));
    const files = await readyFiles({ files: urls(...names) }, receive, run(), settings(web, 1000));
    expect(files.files.map(textOf)).toEqual(names.map((name) => `file ${name}`));
    expect(files.files[3]).toMatchObject({ field: 'files[3]', fileName: 'web.pdf', size: 6 });
    expect(web.open.most).toBe(8);
    expect(web.closed()).toBe(20);
  });

  it('leave a quarter of the time to the conversion, and have the size limit of an upload', async () => {
    const web = fakeWeb({});
    await readyFiles({ file: urls('a')[0] as UrlInput }, receive, run(), settings(web));
    const { timeoutMilliseconds = 0, maximumBytes } = web.asked[0]?.options ?? {};
    expect(timeoutMilliseconds).toBeGreaterThan(7_000);
    expect(timeoutMilliseconds).toBeLessThanOrEqual(7_500);
    expect(maximumBytes).toBe(50);
  });

  it('leave files that are at hand as they are', async () => {
    const web = fakeWeb({});
    const source = { kind: 'inline' as const, bytes: Buffer.from('part') };
    const part = { field: 'files[0]', fileName: 'a.pdf', size: 4, source };
    const { files } = await readyFiles({ files: [part] }, receive, run(), settings(web));
    expect(files[0]).toBe(part);
    expect(web.asked).toEqual([]);
  });

  it.each([
    ['announced', true],
    ['unknown', false],
  ])('share the limit of all files, with sizes that are %s', async (_, announced) => {
    const web = fakeWeb({ a: { text: 'x'.repeat(40), announced }, b: { text: 'x'.repeat(40), announced } });
    const files = { files: urls('a', 'b') };
    await expect(readyFiles(files, receive, run({ otherBytes: 0 }), settings(web, 79))).rejects.toMatchObject(
      {
        code: 'file-too-large',
        errors: expect.arrayContaining([
          { field: 'files[1]', message: 'exceeds the limit of 79 bytes for all files of a request' },
        ]) as unknown,
      },
    );
    expect(web.closed()).toBe(2);
    await readyFiles(files, receive, run(), settings(web, 80));
    const [first] = await downloadInputs(urls('a'), receive, run({ otherBytes: 41 }), settings(web, 80));
    expect(first).toMatchObject({ fault: { code: 'file-too-large' } });
  });

  it('that fail are all named, and retryable if all of them are', async () => {
    const late = new EgressFailed('example.com', 'timeout');
    const missing = new UnusableResponse('example.com', 'returned status 404');
    const web = fakeWeb({ late: { error: late }, missing: { error: missing }, empty: { text: '' } });
    const rejected = (...names: string[]) =>
      readyFiles({ files: urls(...names) }, receive, run(), settings(web));
    await expect(rejected('late', 'a', 'late')).rejects.toMatchObject({
      code: 'url-unreachable',
      retryable: true,
      errors: [{ field: 'files[0]' }, { field: 'files[2]' }],
    });
    await expect(rejected('late', 'missing')).rejects.toMatchObject({ retryable: false });
    await expect(rejected('empty')).rejects.toMatchObject({ code: 'empty-file' });
  });

  it('end when the service is at fault', async () => {
    const web = fakeWeb({});
    const broken = () => Promise.reject(new Error('storage is down'));
    await expect(downloadInputs(urls('a', 'b'), broken, run(), settings(web))).rejects.toThrow('storage');
    expect(web.asked[1]?.options.signal?.aborted).toBe(true);
    expect(web.closed()).toBe(2);
  });
});
