import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { createApiKey } from '#lib/auth/api-key.ts';
import { newKey, stack } from '../support/client.ts';
import { leftOut } from '../support/requirements.ts';

const folder = mkdtempSync(join(tmpdir(), 'verify-stack-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the acceptance. Resolves with its exit code and its report. */
async function accept(...options: string[]): Promise<{ code: number; report: string }> {
  const report = join(folder, 'report.md');
  const program = join(import.meta.dirname, '..', 'verify', 'stack.ts');
  const env = { ...process.env, LOCAL_STATE_DIR: inject('stateDirectory') };
  const code = await new Promise<number>((resolve) => {
    const child = execFile(process.execPath, [program, ...options, '--report', report], { env }, () =>
      resolve(child.exitCode ?? 1),
    );
  });
  return { code, report: readFileSync(report, 'utf8') };
}

/** The titles of the checks with an outcome. */
const checksWith = (report: string, outcome: string): string[] => {
  const [, section = ''] = /^## Checks\n([\s\S]*?)^## /m.exec(report) ?? [];
  const rows = section.split('\n').map((line) => line.split(' | '));
  return rows.flatMap(([title = '', , found]) => (found === outcome ? [title.replace(/^\| /, '')] : []));
};

describe.skipIf(leftOut('chromium', 'libreoffice'))('npm run verify:stack', { timeout: 240_000 }, () => {
  it('accepts the local run', async () => {
    const siteUrl = inject('siteUrl');
    const { code, report } = await accept(
      '--local',
      ...['--page-url', `${siteUrl}/page`],
      ...['--webhook-url', `${siteUrl}/hook/acceptance`],
      ...['--without', 'long-responses'],
    );
    expect(/The contract is (?:kept|broken).*/.exec(report.replaceAll('*', ''))?.[0]).toBe(
      'The contract is kept.',
    );
    expect(code).toBe(0);
    const notAvailable = checksWith(report, 'not available')
      // On a busy machine, no call is held for as long as its job takes.
      .filter((title) => title !== 'The calls of a Free key that wait for a job are limited');
    expect(notAvailable.sort()).toEqual([
      'A response may take 40 seconds',
      'Every function starts within 10 seconds',
      'Functions that have done little use less than half of their memory',
      'Integrations that stream have timeouts over 29 seconds',
      'The service has a custom domain',
      'The usage plan has a fractional rate for each method, and none of its own',
      'Webhooks are signed with the secret of the key',
      '`alarm-email`',
      '`alarms`',
      '`metrics`',
      '`xray`',
    ]);
    expect(report).not.toMatch(/fcs_\w|whsec_\w|X-Amz-Signature/);
    const { admin } = await newKey('free');
    const own = (await admin.list()).filter(({ name }) => name === 'Acceptance');
    expect(own.map(({ revokedAt }) => revokedAt)).toEqual([expect.any(String), expect.any(String)]);
  });

  it('fails where the service does not do what clients rely on', async () => {
    const { code, report } = await accept(
      ...['--base-url', stack.baseUrl, '--key', createApiKey()],
      ...['--without', 'rendering,jobs', '--minutes', '1'],
    );
    expect(code).toBe(1);
    expect(report).toContain('**The contract is broken:**');
    expect(checksWith(report, 'no')).toContain('`POST /api/pdf/merge` stores a PDF with all pages');
    expect(checksWith(report, 'yes')).toContain('`GET /api/health` responds without a key');
  });
});
