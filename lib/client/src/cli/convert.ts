import { main } from './main.ts';
import { codeOf } from './system-errors.ts';
import { Interruption } from './terminal.ts';

/** The program `convert`. */

/** Milliseconds after a signal in which files are cleaned up. A pipe that nobody opens blocks for longer. */
const grace = 1000;

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    interrupted.abort(new Interruption(signal));
    // Without a listener, the signal ends the process, which shells report with the same code.
    setTimeout(() => process.kill(process.pid, signal), grace).unref();
  });
}
const { env, stdin, stdout, stderr } = process;
for (const stream of [stdout, stderr]) {
  // The reader of a pipe, such as `head`, can close it before all is written.
  stream.on('error', (error) => {
    if (codeOf(error) !== 'EPIPE') throw error;
  });
}
process.exitCode = await main(process.argv.slice(2), {
  env,
  stdin,
  stdout,
  stderr,
  signal: interrupted.signal,
});
