import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { PlanName } from '#lib/auth/plans.ts';
import { projectRoot } from './project.ts';
import type { StackAccess } from './stack-access.ts';

/** What a running local stack publishes for tools and tests, in `stack.json`. */
export interface LocalStackFile {
  baseUrl: string;
  /** One ready API key per plan. */
  keys: Record<PlanName, string>;
  webhookSecrets: Record<PlanName, string>;
  endpoints: { dynamodb: string; sqs: string; s3: string; apigateway: string; lambda: string };
  /** For AWS clients that talk to the endpoints. */
  region: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  outputs: Record<string, string>;
  /** The local run itself first, then its functions' processes. */
  pids: number[];
}

/** Where the local run keeps its state: `LOCAL_STATE_DIR`, or `.local` in the project. */
export const stateFolder = (): string =>
  process.env['LOCAL_STATE_DIR'] ? resolve(process.env['LOCAL_STATE_DIR']) : join(projectRoot, '.local');

export const stackFile = (): string => join(stateFolder(), 'stack.json');

/**
 * Makes the state folder, which only this user may read: it holds keys and documents. A folder of other rights gets
 * these.
 */
export function makeStateFolder(): void {
  mkdirSync(stateFolder(), { recursive: true, mode: 0o700 });
  chmodSync(stateFolder(), 0o700);
}

/** Writes JSON whole or not at all, readable by this user only: the files hold keys. */
export function writeState(file: string, value: unknown): void {
  makeStateFolder();
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(temporary, file);
}

export const readState = (file: string): unknown =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;

export const removeState = (file: string): void => rmSync(file, { force: true });

/** The local stack that is running now, if one is. */
export function runningLocalStack(): StackAccess | undefined {
  const stack = readState(stackFile()) as LocalStackFile | undefined;
  const [pid] = stack?.pids ?? [];
  if (!stack || pid === undefined || !isRunning(pid)) return undefined;
  const { outputs, region, credentials, endpoints } = stack;
  return { outputs, local: { region, credentials, endpoints } };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
