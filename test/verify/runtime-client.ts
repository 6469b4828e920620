import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInProject } from './project-command.ts';

const version = '4.0.2';

/** What it is built with, and the Debian packages that have it. */
const tools: Readonly<Record<string, string>> = {
  autoconf: 'autoconf',
  automake: 'automake',
  libtoolize: 'libtool',
  cmake: 'cmake',
  make: 'make',
  'g++': 'g++',
};

/**
 * Builds AWS's own client of the Lambda runtime's interface (aws-lambda-ric) from npm, once.
 *
 * @param folder keeps it for the next run
 * @returns the `node_modules` that it is in
 * @throws Error naming the packages that this machine lacks
 */
export async function buildRuntimeClient(folder: string): Promise<string> {
  const stamp = join(folder, `built-${version}`);
  const modules = join(folder, 'node_modules');
  if (existsSync(stamp)) return modules;
  await requireTools(tools);
  console.log('Building AWS’s runtime client (some minutes) …');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "private": true }');
  // Its install script builds what speaks to the runtime's interface.
  const options = ['--prefix', folder, '--foreground-scripts'];
  await runInProject('npm', ['install', ...options, `aws-lambda-ric@${version}`]);
  await writeFile(stamp, '');
  return modules;
}

/**
 * @param needed programs, and the Debian packages that have them
 * @throws Error naming the packages of those that are missing
 */
export async function requireTools(needed: Readonly<Record<string, string>>): Promise<void> {
  const missing: string[] = [];
  for (const [name, debianPackage] of Object.entries(needed)) {
    const child = spawn('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' });
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) missing.push(debianPackage);
  }
  if (missing.length > 0) {
    throw new Error(`This machine lacks what this is made with: apt-get install ${missing.join(' ')}`);
  }
}
