import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConformanceFlavour } from '#lib/base/conformance.ts';
import { ConformanceChecker } from '#lib/engines/conformance/checker.ts';
import { plainMessages } from '#lib/engines/conformance/plain-messages.ts';
import { readLock } from '../../../../layers/debian/lock.ts';
import { lockFile } from '../../../../layers/folders.ts';
import { archivalPdf } from '../../../support/archival-pdf.ts';
import { leftOut } from '../../../support/requirements.ts';
import { checkerSettings } from '../../../support/verapdf.ts';

describe.skipIf(leftOut('verapdf'))('veraPDF', { timeout: 120_000 }, () => {
  let folder: string;
  let checker: ConformanceChecker;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'conformance-'));
    checker = new ConformanceChecker(checkerSettings(folder));
    await checker.warmUp();
  });

  afterAll(async () => {
    await checker.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Checks bytes within that many milliseconds. */
  async function check(content: string | Uint8Array, flavours: ConformanceFlavour[], milliseconds = 60_000) {
    const path = join(folder, 'file.pdf');
    await writeFile(path, content);
    return checker.check({ path, flavours }, { deadline: Date.now() + milliseconds });
  }

  it('finds a valid file valid', async () => {
    expect(await check(await archivalPdf(), ['2b'])).toEqual({
      outcome: 'checked',
      reports: [{ flavour: '2b', valid: true, failures: [] }],
    });
  });

  it('names clause, font and page of a failure', async () => {
    const bytes = await archivalPdf({ pages: 3, badPages: [1, 3] });
    const result = await check(bytes, ['2b', 'ua1']);
    expect(result).toMatchObject({
      outcome: 'checked',
      reports: [
        { flavour: '2b', valid: false },
        { flavour: 'ua1', valid: false },
      ],
    });
    const [archival] = result.outcome === 'checked' ? result.reports : [];
    expect(archival?.failures).toContainEqual({
      clause: 'ISO 19005-2, 6.2.11.4.1',
      message: "the font 'Helvetica' is not embedded",
      pages: [1, 3],
    });
  });

  it('compares the claim with the standard', async () => {
    const result = await check(await archivalPdf({ level: 'U' }), ['2a']);
    expect(JSON.stringify(result)).toContain('ISO 19005-2, 6.6.4');
  });

  it('distinguishes a file that is no PDF from one that does not conform', async () => {
    expect(await check('<html></html>', ['2b'])).toEqual({ outcome: 'unreadable' });
  });

  it('ends a validation at its deadline, and validates the next file', async () => {
    const bytes = await archivalPdf();
    expect(await check(bytes, ['2b'], 1)).toEqual({ outcome: 'too-slow' });
    expect(await check(bytes, ['2b'])).toMatchObject({ outcome: 'checked' });
  });

  it('ends a check at its deadline while Java starts, and starts nothing for checks whose deadline has passed', async () => {
    const silent = join(folder, 'silent.mjs');
    await writeFile(silent, 'setInterval(() => undefined, 1000);');
    const starting = new ConformanceChecker({ ...checkerSettings(folder), launcherFile: silent });
    const request = { path: join(folder, 'file.pdf'), flavours: ['2b' as const] };
    const end = { deadline: Date.now() + 300 };
    const outcomes = await Promise.all([starting.check(request, end), starting.check(request, end)]);
    expect(outcomes).toEqual([{ outcome: 'too-slow' }, { outcome: 'too-slow' }]);
    expect(await starting.confinement()).toBeUndefined();
  });

  it('survives objects that are nested too deeply', async () => {
    const depth = 200_000;
    const nested = `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const result = await check(
      `%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R/Nested ${nested}>>\nendobj\ntrailer<</Root 1 0 R>>\n%%EOF`,
      ['2b'],
      20_000,
    );
    expect(result.outcome).not.toBe('checked');
    expect(await check(await archivalPdf(), ['2b'])).toMatchObject({ outcome: 'checked' });
  });

  it('does not read files that XML in a document names', async () => {
    const secret = join(folder, 'secret.txt');
    await writeFile(secret, 'the secret');
    const text = (await archivalPdf()).toString('latin1');
    const attack = `<!DOCTYPE x [<!ENTITY e SYSTEM "file://${secret}">]>`;
    const attacked = text.replace('<pdfaid:conformance>B<', '<pdfaid:conformance>&e;<');
    const result = await check(Buffer.from(attacked.replace('<x:xmpmeta', `${attack}<x:xmpmeta`), 'latin1'), [
      '2b',
    ]);
    expect(JSON.stringify(result)).not.toContain('secret');
  });

  it('words its messages as the list of plain messages expects', async () => {
    const { jars } = await readLock(lockFile);
    const version = jars['verapdf']?.find(({ artifact }) => artifact === 'core')?.version ?? '';
    const core = unzipSync(await readFile(join(checkerSettings(folder).root, `jars/core-${version}.jar`)));
    const profiles = Object.entries(core).filter(([name]) => /validation\/PDF[^/]*\.xml$/.test(name));
    const known = new Set<string>();
    for (const [, xml] of profiles) {
      for (const [, message = ''] of Buffer.from(xml)
        .toString('utf8')
        .matchAll(/<message>([^<]*)</g)) {
        known.add(message.replaceAll('&apos;', "'"));
      }
    }
    expect(Object.keys(plainMessages).filter((message) => !known.has(message))).toEqual([]);
  });
});
