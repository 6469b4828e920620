#!/usr/bin/env node
/**
 * `npx convert`: starts the command line. The sources are TypeScript, which Node.js runs from version 24 on; an older one
 * hands over to the version 24 that npm installed for this project.
 */
import { spawn } from 'node:child_process';
import console from 'node:console';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';

const args = process.argv.slice(2);
const ownNode = fileURLToPath(new URL('../../../node_modules/.bin/node', import.meta.url));

if (Number.parseInt(process.versions.node, 10) >= 24) {
  const { main } = await import('./main.ts');
  const interrupted = new globalThis.AbortController();
  process.once('SIGINT', () => interrupted.abort());
  process.once('SIGTERM', () => interrupted.abort());
  const { env, stdin, stdout, stderr } = process;
  process.exitCode = await main(args, { env, stdin, stdout, stderr, signal: interrupted.signal });
} else if (existsSync(ownNode)) {
  const child = spawn(ownNode, [fileURLToPath(import.meta.url), ...args], { stdio: 'inherit' });
  // A terminal tells both of Ctrl-C; this one waits for what the other makes of it.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => (process.exitCode = code ?? 128 + constants.signals[signal]));
} else {
  console.error(
    `convert needs Node.js 24, and this is ${process.versions.node}. npm ci brings one where it can.`,
  );
  process.exitCode = 2;
}
