import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type FunctionConfig, functionEnvironment, heapOptions } from 'local-stack/lambda';
import { imageVariables } from '../lambda-image.ts';
import type { CageOptions } from './cage.ts';
import { cageImage, cageUser, nodeProgram, runtimeClient } from './image.ts';
import type { CageStorage } from './storage.ts';

/** A Lambda with 1769 MB has the time of one processor. Source: AWS, "Configure Lambda function memory". */
const megabytesPerProcessor = 1769;

/** What functions see of up to 3008 MB. */
const processors = Math.min(availableParallelism(), 2);

/** Lambda's quotas for one execution environment: processes with threads, and open files. */
const mostThreads = 1024;
const mostFiles = 1024;

/**
 * What `docker create` makes a cage of.
 *
 * @param storage becomes `/tmp`
 * @param runtimeApi `host:port`, as the container reaches it
 */
export function containerArguments(
  { config, access, systemCalls }: CageOptions,
  storage: CageStorage,
  runtimeApi: string,
): string[] {
  const { memoryMegabytes } = config;
  const memory = `${memoryMegabytes}m`;
  const share = Math.min(memoryMegabytes / megabytesPerProcessor, processors);
  return [
    ...['--network', access.network, '--user', `${cageUser.uid}:${cageUser.gid}`, '--cap-drop', 'ALL'],
    ...['--security-opt', 'no-new-privileges', '--read-only', '--ipc', 'none'],
    ...(systemCalls === undefined ? [] : ['--security-opt', `seccomp=${systemCalls}`]),
    ...['--memory', memory, '--memory-swap', memory],
    ...['--cpus', share.toFixed(2), '--cpuset-cpus', `0-${processors - 1}`],
    ...['--pids-limit', String(mostThreads), '--ulimit', `nofile=${mostFiles}:${mostFiles}`],
    ...mount(storage.path, '/tmp'),
    ...mount(config.directory, imageVariables.LAMBDA_TASK_ROOT, 'readonly'),
    ...contentsOf(config.layerDirectories).flatMap(([name, path]) => mount(path, `/opt/${name}`, 'readonly')),
    ...Object.entries(variablesOf(config, runtimeApi)).flatMap(([name, value]) => [
      '--env',
      `${name}=${value}`,
    ]),
    ...['--workdir', imageVariables.LAMBDA_TASK_ROOT, cageImage],
    ...[nodeProgram, ...heapOptions(config), runtimeClient, config.handler],
  ];
}

const mount = (source: string, target: string, ...options: string[]): string[] => [
  '--mount',
  ['type=bind', `source=${source}`, `target=${target}`, ...options].join(),
];

/** As Lambda sets them, which knows no home folder and no other temporary one than `/tmp`. */
function variablesOf(config: FunctionConfig, runtimeApi: string): Record<string, string> {
  const place = { runtimeApi, temporaryFolder: '/tmp', optFolder: undefined };
  const logStream = `$LATEST/${randomBytes(16).toString('hex')}`;
  const environment: Record<string, string | undefined> = {
    ...functionEnvironment(config, { ...place, logStream }),
    ...imageVariables,
    HOME: undefined,
    TMPDIR: undefined,
  };
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** What layers have at their top, by name: in `/opt` on Lambda. */
function contentsOf(layers: readonly string[]): [name: string, path: string][] {
  const contents = layers.flatMap((layer) =>
    readdirSync(layer).map((name): [string, string] => [name, join(layer, name)]),
  );
  const names = new Set(contents.map(([name]) => name));
  if (names.size < contents.length)
    throw new Error('Two layers of a function have a folder of the same name.');
  return contents;
}
