import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInProject } from './project-command.ts';

/** By which SAM CLI asks for the image of the runtime nodejs24.x. */
export const imageName = 'public.ecr.aws/lambda/nodejs:24-x86_64';

/** What the stand-in is made with, and the Debian packages that have it. */
const tools: Readonly<Record<string, string>> = {
  debootstrap: 'debootstrap',
  autoconf: 'autoconf',
  automake: 'automake',
  libtoolize: 'libtool',
  cmake: 'cmake',
  make: 'make',
  'g++': 'g++',
};

/** As the variables of AWS's image; SAM CLI adds its own emulator of the runtime's interface and starts that. */
const variables = {
  LANG: 'en_US.UTF-8',
  TZ: ':UTC',
  PATH: '/var/lang/bin:/usr/local/bin:/usr/bin:/bin:/opt/bin',
  LD_LIBRARY_PATH:
    '/var/lang/lib:/lib64:/usr/lib64:/var/runtime:/var/runtime/lib:/var/task:/var/task/lib:/opt/lib',
  LAMBDA_TASK_ROOT: '/var/task',
  LAMBDA_RUNTIME_DIR: '/var/runtime',
};

const bootstrap = `#!/bin/sh
export AWS_EXECUTION_ENV=AWS_Lambda_nodejs24.x
export NODE_PATH=/opt/nodejs/node24/node_modules:/opt/nodejs/node_modules:/var/runtime/node_modules
cd "$LAMBDA_TASK_ROOT"
exec /var/lang/bin/node /var/runtime/node_modules/aws-lambda-ric/index.mjs "$_HANDLER"
`;

/**
 * Makes an image with the name of AWS's own, for machines that cannot pull that: a small Debian, the Node.js that runs
 * this, and AWS's client of the runtime's interface (aws-lambda-ric), built from npm. Amazon Linux, and what AWS's image
 * holds besides, are not in it. What was made is kept in `folder`, and only taken up the next time.
 *
 * @param environment with `DOCKER_HOST`
 * @throws Error naming the packages that this machine lacks
 */
export async function makeLambdaImage(folder: string, environment: Record<string, string>): Promise<void> {
  const packed = join(folder, 'image.tar');
  if (!existsSync(packed)) {
    await requireTools();
    console.log('Making an image that stands in for AWS’s (some minutes) …');
    await rm(folder, { recursive: true, force: true });
    const root = join(folder, 'root');
    const client = join(folder, 'client');
    await mkdir(client, { recursive: true });
    await writeFile(join(client, 'package.json'), '{ "private": true }');
    await Promise.all([
      runInProject('debootstrap', ['--variant=minbase', 'bookworm', root]),
      // Its install script builds what speaks to the runtime's interface.
      runInProject('npm', ['install', '--prefix', client, '--foreground-scripts', 'aws-lambda-ric@4.0.2']),
    ]);
    const runtime = join(root, 'var', 'runtime');
    for (const path of ['lang/bin', 'runtime', 'task'])
      await mkdir(join(root, 'var', path), { recursive: true });
    await cp(process.execPath, join(root, 'var', 'lang', 'bin', 'node'), { dereference: true });
    await cp(join(client, 'node_modules'), join(runtime, 'node_modules'), { recursive: true });
    await writeFile(join(runtime, 'bootstrap'), bootstrap, { mode: 0o755 });
    const left = ['./var/cache/apt', './var/lib/apt/lists', './usr/share/doc'].map(
      (path) => `--exclude=${path}`,
    );
    await runInProject('tar', ['-C', root, ...left, '-cf', `${packed}.new`, '.']);
    await runInProject('mv', [`${packed}.new`, packed]);
    await rm(root, { recursive: true });
    await rm(client, { recursive: true });
  }
  const changes = Object.entries(variables).map(([name, value]) => `ENV ${name}=${value}`);
  const args = [...changes, 'WORKDIR /var/task'].flatMap((change) => ['--change', change]);
  await runInProject('docker', ['import', ...args, packed, imageName], environment);
}

/** @throws Error naming the packages of those that are missing */
async function requireTools(): Promise<void> {
  const missing: string[] = [];
  for (const [name, debianPackage] of Object.entries(tools)) {
    const child = spawn('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' });
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) missing.push(debianPackage);
  }
  if (missing.length > 0) {
    throw new Error(`This machine lacks what this is made with: apt-get install ${missing.join(' ')}`);
  }
}
