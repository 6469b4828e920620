import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { JobResponse } from '#lib/jobs/job-response.ts';
import { startLocalRun } from '../support/local-run.ts';
import { milliseconds, printRow, quantile } from './statistics.ts';

/**
 * Times office jobs from POST to completed against `soffice --convert-to` of this machine, document by document in
 * one run.
 */
const usage = `npm run bench:office -- [DIR] [--soffice PROGRAM] [--runs 3]

DIR        documents to convert; the samples in test/fixtures when absent
--soffice  a LibreOffice to compare with, soffice on the PATH when absent`;

const { values, positionals } = parseArgs({
  options: {
    soffice: { type: 'string', default: 'soffice' },
    runs: { type: 'string', default: '3' },
    help: { type: 'boolean' },
  },
  allowPositionals: true,
});
if (values.help) {
  console.log(usage);
  process.exit(0);
}

const folder = positionals[0] ?? join(import.meta.dirname, '..', 'fixtures');
const runs = Number(values.runs);
const stateDirectory = mkdtempSync(join(tmpdir(), 'file-conversion-bench-'));
const profiles = mkdtempSync(join(tmpdir(), 'soffice-bench-'));
// One worker, so that the jobs come one after another to the same environment.
const run = await startLocalRun(stateDirectory);
const { baseUrl, keys } = run.stack;
const headers = { authorization: `Bearer ${keys.business}` };

async function job(file: string): Promise<{ total: number; work: number } | undefined> {
  const kind = (/\.(doc|xls|ppt)[xm]$/.exec(file)?.[1] ?? '') + 'x';
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(readFileSync(file))]), basename(file));
  const start = performance.now();
  const answer = await fetch(`${baseUrl}/api/convert/${kind}-to-pdf`, {
    method: 'POST',
    headers,
    body: form,
  });
  let job = (await answer.json()) as JobResponse;
  if (answer.status !== 202) return undefined;
  while (job.status === 'queued' || job.status === 'processing') {
    await sleep(5);
    job = (await (await fetch(job.links.self, { headers })).json()) as JobResponse;
  }
  if (job.status !== 'completed') return undefined;
  return {
    total: performance.now() - start,
    work: Date.parse(job.finishedAt ?? '') - Date.parse(job.startedAt ?? ''),
  };
}

function soffice(file: string, profile: string): number | undefined {
  const output = mkdtempSync(join(profiles, 'out-'));
  const environment = `-env:UserInstallation=${pathToFileURL(profile).href}`;
  const start = performance.now();
  try {
    // With a new profile the first run can end without converting: then users run it again, and so does this.
    for (let tries = 0; tries < 2 && readdirSync(output).length === 0; tries += 1) {
      try {
        execFileSync(
          values.soffice,
          [environment, '--headless', '--convert-to', 'pdf', '--outdir', output, file],
          {
            stdio: 'ignore',
          },
        );
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      }
    }
    return readdirSync(output).length > 0 ? performance.now() - start : undefined;
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
}

const kept = join(profiles, 'kept');
const best = (times: (number | undefined)[]): number =>
  quantile(
    times.filter((time) => time !== undefined),
    0.5,
  );
const ratio = (a: number, b: number): string => (Number.isFinite(a / b) ? `${(a / b).toFixed(1)} ×` : '—');

console.log(
  `\nMedian of ${runs}: job from POST to completed, its time in the worker, soffice with a new and with a kept profile\n`,
);
printRow('document', 'job', 'worker', 'new', 'kept', 'new/job', 'kept/job');
for (const file of globSync('*.{docx,xlsx,pptx,docm,xlsm,pptm}', { cwd: folder }).sort()) {
  const path = join(folder, file);
  if (!existsSync(kept)) soffice(path, kept);
  await job(path);
  const jobs: NonNullable<Awaited<ReturnType<typeof job>>>[] = [];
  const fresh: (number | undefined)[] = [];
  const warm: (number | undefined)[] = [];
  for (let count = 0; count < runs; count += 1) {
    const outcome = await job(path);
    if (outcome) jobs.push(outcome);
    await sleep(700);
    fresh.push(soffice(path, join(profiles, `new-${file}-${count}`)));
    warm.push(soffice(path, kept));
  }
  const total = best(jobs.map((outcome) => outcome.total));
  printRow(
    file,
    milliseconds(total),
    milliseconds(best(jobs.map((outcome) => outcome.work))),
    milliseconds(best(fresh)),
    milliseconds(best(warm)),
    ratio(best(fresh), total),
    ratio(best(warm), total),
  );
}
await run.stop();
rmSync(stateDirectory, { recursive: true, force: true });
rmSync(profiles, { recursive: true, force: true });
