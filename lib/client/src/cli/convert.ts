import { main } from './main.ts';

/** The program `convert`. */

const interrupted = new AbortController();
process.once('SIGINT', () => interrupted.abort());
process.once('SIGTERM', () => interrupted.abort());
const { env, stdin, stdout, stderr } = process;
process.exitCode = await main(process.argv.slice(2), {
  env,
  stdin,
  stdout,
  stderr,
  signal: interrupted.signal,
});
