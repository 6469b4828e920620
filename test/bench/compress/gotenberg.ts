import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename } from 'node:path';
import { programVariables } from '../contestants/gotenberg.ts';
import { ServerProcess } from '../contestants/server-process.ts';
import { cpuSecondsOf } from '../measuring/process-tree.ts';

/** Gotenberg's route that encodes images again, by pdfcpu. */
export function optimizer(program: string) {
  const server = new ServerProcess({
    program,
    args: (port) => [`--api-port=${port}`, '--api-bind-ip=127.0.0.1', '--log-level=error'],
    environment: {
      ...programVariables(),
      // It checks that these exist.
      CHROMIUM_BIN_PATH: '/bin/false',
      CHROMIUM_HYPHEN_DATA_DIR_PATH: tmpdir(),
    },
    isReady: async (origin) => (await fetch(`${origin}/version`)).ok,
  });
  return {
    /** Returns the processor time, in milliseconds. */
    async optimize(file: string, output: string): Promise<number> {
      const url = new URL('/forms/pdfengines/optimize', await server.origin());
      const form = new FormData();
      form.append('files', new Blob([readFileSync(file)]), basename(file));
      form.append('imageQuality', '75');
      const before = cpuSecondsOf(server.pids);
      const response = await fetch(url, { method: 'POST', body: form });
      if (!response.ok) throw new Error(`Gotenberg: ${response.status} ${await response.text()}`);
      writeFileSync(output, await response.bytes());
      return (cpuSecondsOf(server.pids) - before) * 1000;
    },
    stop: () => server.kill(),
  };
}
