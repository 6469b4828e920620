import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalRun } from '../support/local-run.ts';

/** The outcome of one file of a corpus: correct (neither), rejected with a reason, or wrong. */
export interface Finding {
  rejected?: string;
  faults?: readonly string[];
  /** Further information to print. */
  note?: string;
}

export interface Reply<T> {
  status: number;
  body: T & { code?: string; detail?: string };
}

type Fields = [name: string, value: Buffer | string][];

/** Sends files to a local run, large ones as uploads. */
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

  /** @param fileName of the files */
  async post<T>(path: string, fields: Fields, fileName = 'input'): Promise<Reply<T>> {
    const form = new FormData();
    for (const [name, value] of fields) {
      if (typeof value === 'string') form.append(name, value);
      else if (value.length > 4_000_000) form.append(name, await this.#upload(value, fileName));
      else form.append(name, new Blob([new Uint8Array(value)]), fileName);
    }
    return this.#call('POST', path, form);
  }

  get<T>(path: string): Promise<Reply<T>> {
    return this.#call('GET', path);
  }

  async #call<T>(method: string, path: string, body?: FormData | string): Promise<Reply<T>> {
    const { baseUrl, keys } = this.#run.stack;
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${keys.business}`,
        ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      },
      ...(body === undefined ? {} : { body }),
    });
    return { status: response.status, body: (await response.json()) as Reply<T>['body'] };
  }

  async #upload(content: Buffer, fileName: string): Promise<string> {
    const request = { fileName, contentType: 'application/octet-stream', size: content.length };
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
