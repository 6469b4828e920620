#!/usr/bin/env node
/**
 * `npx convert` in this repository: starts the command line from its sources. They are TypeScript, which Node.js runs from
 * version 24 on. An older version hands over to the Node.js 24 that npm installed for the project.
 */
import { spawn } from 'node:child_process';
import console from 'node:console';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';

const ownNode = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url));

if (Number.parseInt(process.versions.node, 10) >= 24) {
  await import('./src/cli/convert.ts');
} else if (existsSync(ownNode)) {
  const args = [fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  const child = spawn(ownNode, args, { stdio: 'inherit' });
  // Ctrl-C reaches both processes; this one waits for the exit code of the other.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => (process.exitCode = code ?? 128 + constants.signals[signal]));
} else {
  console.error(
    `The sources of convert need Node.js 24, and this is ${process.versions.node}. npm ci installs Node.js 24 where it can.`,
  );
  process.exitCode = 2;
}
