import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalRun } from '../support/local-run.ts';

/** How one file of a corpus fared: as it should (neither), refused with a reason, or wrong. */
export interface Finding {
  rejected?: string;
  fault?: string;
  /** What else is worth a line. */
  note?: string;
}

export interface Answer<T> {
  status: number;
  body: T & { code?: string; detail?: string };
}

type Fields = [name: string, value: Buffer | string][];

/** Sends files to a local run of its own, large ones as uploads. */
export class CorpusClient {
  readonly #run: Awaited<ReturnType<typeof startLocalRun>>;
  readonly #stateDirectory: string;

  private constructor(run: Awaited<ReturnType<typeof startLocalRun>>, stateDirectory: string) {
    this.#run = run;
    this.#stateDirectory = stateDirectory;
  }

  static async start(): Promise<CorpusClient> {
    const stateDirectory = mkdtempSync(join(tmpdir(), 'file-conversion-corpus-'));
    return new CorpusClient(await startLocalRun(stateDirectory), stateDirectory);
  }

  async stop(): Promise<void> {
    await this.#run.stop();
    rmSync(this.#stateDirectory, { recursive: true, force: true });
  }

  async post<T>(path: string, fields: Fields): Promise<Answer<T>> {
    const form = new FormData();
    for (const [name, value] of fields) {
      if (typeof value === 'string') form.append(name, value);
      else if (value.length > 4_000_000) form.append(name, await this.#upload(value));
      else form.append(name, new Blob([new Uint8Array(value)]), 'input');
    }
    return this.#call('POST', path, form);
  }

  get<T>(path: string): Promise<Answer<T>> {
    return this.#call('GET', path);
  }

  async #call<T>(method: string, path: string, body?: FormData | string): Promise<Answer<T>> {
    const { baseUrl, keys } = this.#run.stack;
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${keys.business}`,
        ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      },
      ...(body === undefined ? {} : { body }),
    });
    return { status: response.status, body: (await response.json()) as Answer<T>['body'] };
  }

  async #upload(content: Buffer): Promise<string> {
    const request = { fileName: 'input', contentType: 'application/octet-stream', size: content.length };
    const { body } = await this.#call<{ id: string; url: string; fields: Record<string, string> }>(
      'POST',
      '/api/uploads',
      JSON.stringify(request),
    );
    const form = new FormData();
    for (const [name, value] of Object.entries(body.fields)) form.append(name, value);
    form.append('file', new Blob([new Uint8Array(content)]));
    await fetch(body.url, { method: 'POST', body: form });
    return body.id;
  }
}

export const download = async (url: string): Promise<Uint8Array> =>
  new Uint8Array(await (await fetch(url)).arrayBuffer());
