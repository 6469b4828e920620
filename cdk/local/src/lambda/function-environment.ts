import type { FunctionConfig } from './function.ts';
import { layerSearchPaths, relocateOpt } from './layers.ts';

/**
 * The environment variables of a function's process, as the managed Node.js 24 runtime has them
 * (https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html). Of this process's own
 * environment only `PATH` gets through.
 *
 * @param config the function
 * @param place.runtimeApi `host:port`
 * @param place.temporaryFolder what `/tmp` is on Lambda; also the home folder, whatever the template says
 * @param place.optFolder what `/opt` is on Lambda; the function's variables that name `/opt` lead there
 * @param place.logStream name of the environment's log stream
 */
export function functionEnvironment(
  config: FunctionConfig,
  place: { runtimeApi: string; temporaryFolder: string; optFolder: string | undefined; logStream: string },
): Record<string, string> {
  const region = config.arn.split(':')[3] ?? 'us-east-1';
  const { optFolder } = place;
  const path = process.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin';
  return {
    ...(optFolder === undefined ? { PATH: path } : layerSearchPaths(optFolder, path)),
    LANG: 'en_US.UTF-8',
    TZ: ':UTC',
    ...(optFolder === undefined ? config.environment : relocateOpt(config.environment, optFolder)),
    _HANDLER: config.handler,
    AWS_DEFAULT_REGION: region,
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(config.memoryMegabytes),
    AWS_LAMBDA_FUNCTION_NAME: config.name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_GROUP_NAME: config.logGroup,
    AWS_LAMBDA_LOG_STREAM_NAME: place.logStream,
    AWS_LAMBDA_RUNTIME_API: place.runtimeApi,
    AWS_REGION: region,
    HOME: place.temporaryFolder,
    LAMBDA_RUNTIME_DIR: '/var/runtime',
    LAMBDA_TASK_ROOT: config.directory,
    TMPDIR: place.temporaryFolder,
  };
}

/**
 * The heap's size, as the managed runtime sets it: 90 % of the memory for old and 5 % for new objects,
 * unless the function's own `NODE_OPTIONS` speak of it.
 */
export function heapOptions(config: FunctionConfig): string[] {
  if (/max[-_](?:old|semi)[-_]space[-_]size/.test(config.environment['NODE_OPTIONS'] ?? '')) return [];
  const share = (percent: number) => Math.floor((config.memoryMegabytes * percent) / 100);
  return [`--max-old-space-size=${share(90)}`, `--max-semi-space-size=${Math.max(1, share(5))}`];
}
