import { execFile } from 'node:child_process';
import { cp, mkdir, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { runInProject } from '../project-command.ts';
import { buildRuntimeClient } from '../runtime-client.ts';

export const cageImage = 'file-conversion-cage';

/** Who functions run as: `sbx_user1051` on Lambda. */
export const cageUser = { name: 'sbx_user1051', uid: 993, gid: 990 } as const;

/** Where the image has what starts a function. */
export const nodeProgram = '/var/lang/bin/node';
export const runtimeClient = '/var/runtime/node_modules/aws-lambda-ric/index.mjs';

/**
 * The C library and compiler's libraries, which Lambda's platform has too: what Node.js and the client are linked with.
 * Anything else that came in with them would be something that Lambda may not have.
 */
const platformLibrary =
  /^(ld-linux-x86-64|libc|libm|libdl|libpthread|librt|libresolv|libgcc_s|libstdc\+\+)\.so\.\d+$/;

/** Parts of the C library that Node.js is not linked with, though programs of the layers may be. */
const furtherParts = ['librt.so.1', 'libresolv.so.2'];

/**
 * Makes the image of a machine that has nothing to help a function: Node.js, AWS's client of the runtime's interface, the
 * libraries of {@link platformLibrary} from this machine, and four files of `/etc`. There is no shell, no program but
 * Node.js, no certificate, no font, no time zone, no locale.
 *
 * @param folder made for it, and removed
 * @param clientFolder keeps the client for the next run
 * @returns the files in it, without those of the client
 * @throws Error naming what this machine lacks
 */
export async function makeCageImage(folder: string, clientFolder: string): Promise<string[]> {
  const client = join(await buildRuntimeClient(clientFolder), 'aws-lambda-ric');
  const root = join(folder, 'root');
  await rm(folder, { recursive: true, force: true });
  const files: string[] = [];
  const put = async (source: string, path: string): Promise<void> => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await cp(await realpath(source), join(root, path));
    files.push(path);
  };
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
    files.push(path);
  };

  await put(process.execPath, nodeProgram);
  for (const path of await librariesOf([process.execPath, join(client, 'rapid-client.node')]))
    await put(path, path);
  const clientTarget = join(root, dirname(runtimeClient));
  await mkdir(clientTarget, { recursive: true });
  for (const file of ['index.mjs', 'package.json', 'rapid-client.node'])
    await cp(join(client, file), join(clientTarget, file));
  const { name, uid, gid } = cageUser;
  await write(
    '/etc/passwd',
    `root:x:0:0::/root:/bin/false\n${name}:x:${uid}:${gid}::/home/${name}:/bin/false\n`,
  );
  await write('/etc/group', `root:x:0:\n${name}:x:${gid}:\n`);
  await write('/etc/nsswitch.conf', 'hosts: files dns\n');
  // Mounted over, all of them.
  for (const path of ['tmp', 'opt', 'var/task', 'dev', 'proc', 'sys'])
    await mkdir(join(root, path), { recursive: true });

  const packed = join(folder, 'image.tar');
  await runInProject('tar', ['-C', root, '--owner=0', '--group=0', '-cf', packed, '.']);
  await runInProject('docker', ['import', packed, cageImage]);
  await rm(folder, { recursive: true });
  return files;
}

/** Where the dynamic loader of this machine finds what programs are linked with. */
async function librariesOf(programs: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const program of programs) {
    const { stdout } = await promisify(execFile)('ldd', [program]);
    for (const [, path = ''] of stdout.matchAll(/(?:=> |^\s*)(\/\S+) \(0x/gm)) found.add(path);
  }
  const base = [...found].find((path) => path.endsWith('/libc.so.6'));
  if (base === undefined) throw new Error('This needs a Linux with the GNU C library.');
  for (const name of furtherParts) found.add(join(dirname(base), name));
  const foreign = [...found].filter((path) => !platformLibrary.test(path.slice(path.lastIndexOf('/') + 1)));
  if (foreign.length > 0)
    throw new Error(`Node.js is linked with more than Lambda has: ${foreign.join(', ')}`);
  return [...found].sort();
}
