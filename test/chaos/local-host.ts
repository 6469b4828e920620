import { type RestartableName, startLocalStack, type StoreName } from 'local-stack';
import type { HostMessage, HostOptions } from './service-run.ts';
import { sweepPeriod } from './short-times.ts';

/** The local run in a separate process that can be killed. It receives commands and reports events by messages. */

const { templateFile, stateDirectory, port, parameters, proxies } = JSON.parse(
  process.argv[2] ?? '',
) as HostOptions;
const report = (message: HostMessage): unknown => process.send?.(message);

// The parent process has ended.
process.on('disconnect', () => process.exit(1));

const stack = await startLocalStack({
  templateFile,
  stateDirectory,
  port,
  parameters,
  log: (line) => report({ kind: 'log', line }),
  scheduleMilliseconds: () => sweepPeriod,
  reachedThrough: (store: StoreName, endpoint: string) => {
    report({ kind: 'store', store, endpoint });
    return proxies[store];
  },
});
process.on('message', ({ restart }: { restart: RestartableName }) => {
  void stack.restart(restart).then(
    () => report({ kind: 'restarted' }),
    (error: unknown) => report({ kind: 'restarted', error: String(error) }),
  );
});
process.on('SIGTERM', () => {
  void stack.stop().then(() => process.exit(0));
});
const { baseUrl, outputs, endpoints, region, credentials } = stack;
report({ kind: 'ready', access: { baseUrl, outputs, endpoints, region, credentials } });
