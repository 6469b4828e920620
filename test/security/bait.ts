import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { makeDocx, makeXlsx } from '../support/office.ts';
import { pageTexts } from '../support/pdf.ts';
import { plainPng } from '../support/png.ts';

/** Where documents try to reach: a web server, and files that are none of their business. */
export interface Bait {
  /** `http://127.0.0.1:1234`, which responds to all paths. */
  server: string;
  /** `file:///…`; a folder with `secret.png`, `secret.txt`, `secret.docx` and `secret.xlsx`. */
  folder: string;
}

export interface LaidBait extends Bait {
  /** The requests that the server has received. */
  requests: string[];
  /** The files that were read since the last call, on file systems that record access times. */
  filesRead(): string[];
  /** The files that were added next to the secret ones. */
  filesWritten(): string[];
  remove(): Promise<void>;
}

/** What the text file and the documents of the bait say. */
const secretText = 'Secret of another';

/** The width of the picture of the bait in pixels, by which it is known in a PDF. */
const secretWidth = 37;

/** Starts the web server and writes the files that documents must not reach. */
export async function layBait(): Promise<LaidBait> {
  const files: Record<string, Buffer> = {
    'secret.png': plainPng(secretWidth, 41),
    'secret.txt': Buffer.from(secretText),
    'secret.docx': makeDocx({ text: secretText }),
    'secret.xlsx': makeXlsx({ rows: [[secretText]] }),
  };
  const folder = mkdtempSync(join(tmpdir(), 'bait-'));
  const names = Object.keys(files);
  const untouch = (name: string): void => utimesSync(join(folder, name), 0, new Date());
  for (const [name, bytes] of Object.entries(files)) {
    writeFileSync(join(folder, name), bytes, { mode: 0o644 });
    untouch(name);
  }
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response.end(request.url?.endsWith('.xlsx') ? files['secret.xlsx'] : files['secret.png']);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    folder: pathToFileURL(folder).href,
    requests,
    filesRead: () => {
      const read = names.filter((name) => statSync(join(folder, name)).atimeMs > 0);
      for (const name of read) untouch(name);
      return read;
    },
    filesWritten: () => readdirSync(folder).filter((name) => !names.includes(name)),
    remove: async () => {
      rmSync(folder, { recursive: true, force: true });
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What a PDF has of the bait: its text or its picture. */
export async function takenBait(pdf: Buffer): Promise<string[]> {
  const text = (await pageTexts(pdf)).join(' ');
  const hasPicture = new RegExp(`/Width ${secretWidth}\\b`).test(pdf.toString('latin1'));
  return [...(text.includes(secretText) ? ['text'] : []), ...(hasPicture ? ['picture'] : [])];
}
