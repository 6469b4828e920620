import { existsSync } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInProject } from './project-command.ts';
import { buildRuntimeClient, requireTools } from './runtime-client.ts';

/** By which SAM CLI asks for the image of the runtime nodejs24.x. */
const imageName = 'public.ecr.aws/lambda/nodejs:24-x86_64';

/** As the variables of AWS's image; SAM CLI adds its own emulator of the runtime's interface and starts that. */
export const imageVariables = {
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
 * this, and AWS's client of the runtime's interface. Amazon Linux, and what AWS's image holds besides, are not in it.
 * What was made is kept, and only taken up the next time.
 *
 * @param folder for the image
 * @param clientFolder for the client
 * @param environment with `DOCKER_HOST`
 * @throws Error naming the packages that this machine lacks
 */
export async function makeLambdaImage(
  folder: string,
  clientFolder: string,
  environment: Record<string, string>,
): Promise<void> {
  const packed = join(folder, 'image.tar');
  if (!existsSync(packed)) {
    await requireTools({ debootstrap: 'debootstrap' });
    const client = await buildRuntimeClient(clientFolder);
    console.log('Making an image that stands in for AWS’s (some minutes) …');
    await rm(folder, { recursive: true, force: true });
    const root = join(folder, 'root');
    await mkdir(folder, { recursive: true });
    await runInProject('debootstrap', ['--variant=minbase', 'bookworm', root]);
    const runtime = join(root, 'var', 'runtime');
    for (const path of ['lang/bin', 'runtime', 'task'])
      await mkdir(join(root, 'var', path), { recursive: true });
    await cp(process.execPath, join(root, 'var', 'lang', 'bin', 'node'), { dereference: true });
    await cp(client, join(runtime, 'node_modules'), { recursive: true });
    await writeFile(join(runtime, 'bootstrap'), bootstrap, { mode: 0o755 });
    const left = ['./var/cache/apt', './var/lib/apt/lists', './usr/share/doc'].map(
      (path) => `--exclude=${path}`,
    );
    await runInProject('tar', ['-C', root, ...left, '-cf', `${packed}.new`, '.']);
    await runInProject('mv', [`${packed}.new`, packed]);
    await rm(root, { recursive: true });
  }
  const changes = Object.entries(imageVariables).map(([name, value]) => `ENV ${name}=${value}`);
  const args = [...changes, 'WORKDIR /var/task'].flatMap((change) => ['--change', change]);
  await runInProject('docker', ['import', ...args, packed, imageName], environment);
}
