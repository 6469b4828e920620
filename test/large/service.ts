import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { FileResponse } from '#lib/api/responses/file-response.ts';
import type { JobResponse } from '#lib/api/responses/job-response.ts';
import type { LocalStackFile } from '../../cdk/local-state.ts';
import { resultFile } from '../support/result-file.ts';

type Field = readonly [name: string, value: string];

/** The service in a local run, as its clients see it. */
export class Service {
  readonly #stack: LocalStackFile;

  constructor(stack: LocalStackFile) {
    this.#stack = stack;
  }

  /** Uploads a file, and gives the upload's id. */
  async upload(path: string): Promise<string> {
    const { size } = await stat(path);
    const request = { fileName: basename(path), contentType: 'application/octet-stream', size };
    const { id, url, fields } = await this.#json<{ id: string; url: string; fields: Record<string, string> }>(
      '/api/uploads',
      { headers: { 'content-type': 'application/json' }, body: JSON.stringify(request), method: 'POST' },
    );
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', await openAsBlob(path));
    const posted = await fetch(url, { method: 'POST', body: form });
    if (!posted.ok) throw new Error(`Upload of ${path}: ${posted.status} ${await posted.text()}`);
    return id;
  }

  /** Uploads files one after the other. */
  async uploadAll(paths: readonly string[]): Promise<string[]> {
    const ids: string[] = [];
    for (const path of paths) ids.push(await this.upload(path));
    return ids;
  }

  /** Calls a conversion with text fields, upload ids among them. */
  convert<T = FileResponse>(path: string, ...fields: Field[]): Promise<T> {
    const body = new FormData();
    for (const [name, value] of fields) body.append(name, value);
    return this.#json<T>(path, { method: 'POST', body });
  }

  /** Waits until a job has ended completed, and gives its result. */
  async completed({ id }: Pick<JobResponse, 'id'>): Promise<FileResponse> {
    for (;;) {
      const job = await this.#json<JobResponse>(`/api/jobs/${id}?wait=20`, {});
      if (job.status === 'completed') return resultFile(job);
      if (job.error) throw new Error(`Job ${id}: ${job.error.code}: ${job.error.detail}`);
    }
  }

  async #json<T>(
    path: string,
    { headers = {}, ...init }: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> },
  ): Promise<T> {
    const response = await fetch(`${this.#stack.baseUrl}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${this.#stack.keys.business}`, ...headers },
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }
}
