import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import type { FileResponse } from '#lib/api/responses/file-response.ts';
import { form } from '../support/client.ts';
import { descendantsOf, isAlive, type LocalRun, startLocalRun } from '../support/local-run.ts';
import { makePdf, pageTexts } from '../support/pdf.ts';

const page = await makePdf('Page', 1);
const stateDirectory = mkdtempSync(join(tmpdir(), 'file-conversion-'));
afterAll(() => rmSync(stateDirectory, { recursive: true, force: true }));

const headers = ({ stack }: LocalRun) => ({ authorization: `Bearer ${stack.keys.pro}` });

async function merge(run: LocalRun): Promise<FileResponse> {
  const response = await fetch(`${run.stack.baseUrl}/api/pdf/merge`, {
    method: 'POST',
    headers: headers(run),
    body: form(['files', page], ['files', page]),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as FileResponse;
}

async function untilDead(pids: readonly number[]): Promise<number[]> {
  for (let tries = 0; tries < 100 && pids.some(isAlive); tries += 1) await sleep(50);
  return pids.filter(isAlive);
}

describe('npm start', () => {
  it('leaves no process behind, and has its keys and files after a restart', async () => {
    const first = await startLocalRun(stateDirectory);
    const file = await merge(first);
    const processes = descendantsOf(first.process.pid ?? 0);
    expect(processes.length).toBeGreaterThanOrEqual(2);
    expect(await first.stop()).toBe(0);
    expect(processes.filter(isAlive)).toEqual([]);
    expect(existsSync(join(stateDirectory, 'stack.json'))).toBe(false);

    const second = await startLocalRun(stateDirectory);
    expect(second.stack.keys).toEqual(first.stack.keys);
    const read = await fetch(`${second.stack.baseUrl}/api/files/${file.id}`, { headers: headers(second) });
    const { url } = (await read.json()) as FileResponse;
    expect(await pageTexts(new Uint8Array(await (await fetch(url)).arrayBuffer()))).toHaveLength(2);
    expect(await second.stop()).toBe(0);
  });

  it('ends its functions when it is killed, and can restart', async () => {
    const killed = await startLocalRun(stateDirectory);
    await merge(killed);
    const processes = descendantsOf(killed.process.pid ?? 0);
    killed.process.kill('SIGKILL');
    expect(await untilDead(processes)).toEqual([]);

    const again = await startLocalRun(stateDirectory);
    await merge(again);
    await again.stop();
  });

  it('rejects a second run on the same state, and --fresh starts with an empty state', async () => {
    const run = await startLocalRun(stateDirectory);
    await expect(startLocalRun(stateDirectory)).rejects.toThrow(/already uses/);
    await expect(startLocalRun(stateDirectory, '--fresh')).rejects.toThrow(/is active\. Stop it/);
    await merge(run);
    await run.stop();

    const fresh = await startLocalRun(stateDirectory, '--fresh');
    expect(fresh.stack.keys.pro).not.toBe(run.stack.keys.pro);
    await fresh.stop();
  });

  it('explains invalid arguments', async () => {
    await expect(startLocalRun(stateDirectory, '--parameter', 'Nothing=1')).rejects.toThrow(/Nothing/);
    await expect(startLocalRun(stateDirectory, '--parameter', 'MaxUploadMegabytes=0')).rejects.toThrow(
      /MaxUploadMegabytes/,
    );
    await expect(startLocalRun(stateDirectory, '--port', 'x')).rejects.toThrow(/port/);
  });
});
