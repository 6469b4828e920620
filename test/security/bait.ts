import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pageTexts } from '../support/pdf.ts';
import { type Bait, secretFiles, secretText, secretWidth } from './canary-documents.ts';

export interface LaidBait extends Bait {
  /** What the server was asked for so far. */
  requests: string[];
  remove(): Promise<void>;
}

/** Starts the web server and writes the files that documents must not reach. */
export async function layBait(): Promise<LaidBait> {
  const files = secretFiles();
  const folder = mkdtempSync(join(tmpdir(), 'bait-'));
  for (const [name, bytes] of Object.entries(files))
    writeFileSync(join(folder, name), bytes, { mode: 0o644 });
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
