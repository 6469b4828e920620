import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireVariables } from '#lib/base/environment.ts';
import { openLog } from '#lib/base/observability/span-log.ts';
import { hardenProcess } from '#lib/base/processes/process-control.ts';
import { createWorkFolder } from '#lib/base/processes/work-folder.ts';
import type { CheckReply } from '#lib/conversions/conformance/message.ts';
import { serveChecks } from '#lib/conversions/conformance/serve-checks.ts';
import { ConformanceChecker } from '#lib/engines/conformance/checker.ts';

const { VERAPDF_ROOT, AWS_LAMBDA_FUNCTION_MEMORY_SIZE } = requireVariables(
  process.env,
  'VERAPDF_ROOT',
  'AWS_LAMBDA_FUNCTION_MEMORY_SIZE',
);
const log = openLog('conformance-checker', process.env);
const koffiFile = join(import.meta.dirname, 'koffi.node');
// Java runs as the same user: without this an exploit in it could read this process and other requests.
hardenProcess(koffiFile);
const folder = createWorkFolder(tmpdir());
const checker = new ConformanceChecker({
  root: VERAPDF_ROOT,
  launcherFile: join(import.meta.dirname, 'launcher.mjs'),
  koffiFile,
  folder,
  memoryMegabytes: Number(AWS_LAMBDA_FUNCTION_MEMORY_SIZE),
});
const start = performance.now();
await checker.warmUp();
log.info('veraPDF is ready', {
  milliseconds: Math.round(performance.now() - start),
  confinement: await checker.confinement(),
});

/** Validates files. Its role can do nothing: what it reads are requests that its callers signed. */
export const handler = (event: unknown): Promise<CheckReply> =>
  serveChecks(event, checker, { workDirectory: folder, log });
