import { setTimeout as sleep } from 'node:timers/promises';
import { isSuccess } from './responses.ts';
import type { Exchanged } from './exchange.ts';
import type { Field } from './orders.ts';

export interface UploadingOptions {
  /** Asks the service for a form. */
  announce: (body: { fileName: string; contentType: string; size: number }) => Promise<Exchanged>;
  /** Posts a form to the bucket. */
  post: (url: string, form: FormData) => Promise<Exchanged>;
  uploaded: (id: string) => unknown;
  /** Times that each of both is tried. */
  maxAttempts: number;
}

interface UploadForm {
  id: string;
  url: string;
  fields: Record<string, string>;
}

const contentType = 'application/octet-stream';

/** The fields of a form with upload ids in place of files, as far as uploading succeeds. */
export async function uploadFiles(fields: readonly Field[], options: UploadingOptions): Promise<Field[]> {
  const uploaded: Field[] = [];
  for (const [name, value, fileName = name] of fields) {
    const id = typeof value === 'string' ? value : await upload(value, fileName, options);
    uploaded.push(id === undefined ? [name, value, fileName] : [name, id]);
  }
  return uploaded;
}

async function upload(
  bytes: Buffer,
  fileName: string,
  { announce, post, uploaded, maxAttempts }: UploadingOptions,
): Promise<string | undefined> {
  const announced = await repeatedly(maxAttempts, () =>
    announce({ fileName, contentType, size: bytes.length }),
  );
  if (!announced) return undefined;
  const { id, url, fields } = announced.body as UploadForm;
  const posted = await repeatedly(maxAttempts, () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob([new Uint8Array(bytes)]), fileName);
    return post(url, form);
  });
  if (!posted) return undefined;
  uploaded(id);
  return id;
}

async function repeatedly(maxAttempts: number, send: () => Promise<Exchanged>) {
  for (let left = maxAttempts; left > 0; left -= 1) {
    const response = await send();
    if (isSuccess(response)) return response;
    await sleep(500);
  }
  return undefined;
}
