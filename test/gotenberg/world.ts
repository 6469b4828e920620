import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { unzipSync } from 'fflate';
import type { ScenarioServer } from './servers.ts';

/** What the scenarios run against. */
export interface Target {
  baseUrl: string;
  key: string;
  /** The folder with `testdata`. */
  folder: string;
  server: ScenarioServer;
  /** The folder for results, which is deleted at the end. */
  results: string;
  port: number;
}

/** The host of the servers in a regular expression, in JSON. */
const dockerPattern = String.raw`([a-zA-Z0-9-]+\\.)*docker\\.internal`;

interface Response {
  status: number;
  headers: Headers;
  body: Buffer;
}

/** The state of one scenario. */
export class World {
  readonly target: Target;
  readonly hasKey: boolean;
  response: Response = { status: 0, headers: new Headers(), body: Buffer.alloc(0) };
  concurrent: Response[] = [];
  /** The folder of the last result. */
  store = '';

  constructor(target: Target, hasKey: boolean) {
    this.target = target;
    this.hasKey = hasKey;
  }

  async get(method: string, path: string, headers: Record<string, string>): Promise<void> {
    this.response = await this.#send(path, { method, headers });
  }

  async post(path: string, rows: readonly string[][]): Promise<void> {
    this.response = await this.#postForm(path, rows);
    const { status, headers, body } = this.response;
    if (status === 204) return;
    await this.keep(
      status === 200 ? headers.get('content-disposition') : null,
      headers.get('content-type'),
      body,
    );
  }

  async postMany(count: number, path: string, rows: readonly string[][]): Promise<void> {
    this.concurrent = await Promise.all(Array.from({ length: count }, () => this.#postForm(path, rows)));
  }

  async #postForm(path: string, rows: readonly string[][]): Promise<Response> {
    const form = new FormData();
    const headers: Record<string, string> = {};
    for (const [name = '', value = '', kind = ''] of rows) {
      if (kind === 'header') headers[name] = name.startsWith('Gotenberg-Webhook') ? this.local(value) : value;
      else if (kind === 'field') form.append(name, this.local(value));
      else {
        const file = value.startsWith('teststore/')
          ? join(this.store, value.slice('teststore/'.length))
          : join(this.target.folder, value);
        form.append(name, new Blob([await this.target.server.read(file)]), basename(file));
      }
    }
    return this.#send(path, { method: 'POST', headers, body: form });
  }

  /** A text of a scenario with the addresses of the servers. */
  local(text: string): string {
    const { port, server } = this.target;
    return server
      .local(text.replaceAll('%d', String(port)))
      .replaceAll('host.docker.internal', '127.0.0.1')
      .replaceAll(dockerPattern, '127\\\\.0\\\\.0\\\\.1');
  }

  async #send(
    path: string,
    init: { method: string; headers: Record<string, string>; body?: FormData },
  ): Promise<Response> {
    const { baseUrl, key } = this.target;
    const authorization = this.hasKey ? { authorization: `Bearer ${key}` } : {};
    const response = await fetch(baseUrl + path, {
      ...init,
      headers: { ...init.headers, ...authorization },
      redirect: 'manual',
    });
    return {
      status: response.status,
      headers: response.headers,
      body: Buffer.from(await response.arrayBuffer()),
    };
  }

  /** Stores a result, and the files of a zip beside it. */
  async keep(disposition: string | null, contentType: string | null, body: Buffer): Promise<void> {
    if (disposition === null) return;
    const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? [];
    const [, plain = `${randomUUID()}${contentType === 'application/zip' ? '.zip' : '.pdf'}`] =
      /filename="([^"]+)"/.exec(disposition) ?? [];
    this.store = join(this.target.results, randomUUID());
    await mkdir(this.store);
    await writeFile(join(this.store, encoded === undefined ? plain : decodeURIComponent(encoded)), body);
    if (contentType !== 'application/zip') return;
    for (const [name, content] of Object.entries(unzipSync(body)))
      await writeFile(join(this.store, name), content);
  }

  get files(): string[] {
    return this.store === '' ? [] : readdirSync(this.store);
  }

  get pdfs(): string[] {
    return this.files
      .filter((name) => name.toLowerCase().endsWith('.pdf'))
      .map((name) => join(this.store, name));
  }

  /** The path of a result; `*_name` stands for any beginning. */
  path(name: string): string {
    const found = name.startsWith('*_')
      ? this.files.find((file) => file.includes(name.slice(2)))
      : this.files.find((file) => file.toLowerCase() === name.toLowerCase());
    if (found === undefined) throw new Error(`there is no ${name} among ${this.files.join(', ')}`);
    return join(this.store, found);
  }
}
