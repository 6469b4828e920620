import { describe, expect, it } from 'vitest';
import type { FileResponse } from '#lib/api/responses/file-response.ts';
import { limits } from '#lib/base/limits.ts';
import { call, form, jsonOf, upload } from '../support/client.ts';
import { hostilePdfs } from '../support/hostile-pdfs.ts';
import { hostilePictures } from '../support/hostile-pictures.ts';
import { makePdf } from '../support/pdf.ts';

const plain = await makePdf('Plain', 1);

/** Room for the parts of a form around its file. In bytes. */
const formBytes = 10_000;

/** Takes all the time of a request. `pdfium-thread.test.ts` ends it sooner. */
const endless = 'a pattern of a million million tiles';

const hostile: [name: string, make: () => Buffer | Promise<Buffer>][] = [
  ...Object.entries(hostilePictures).filter(([name]) => name !== endless),
  ...Object.entries(hostilePdfs).map(([name, [make]]): [string, () => Buffer] => [name, make]),
];

const draw = (file: Buffer | string): Promise<Response> =>
  call('/api/pdf/images', { body: form(['file', file], ['width', '100']) });

describe('a PDF designed to exhaust what draws it', () => {
  it.each(hostile)(
    'gets a response, and so does the next request: %s',
    { timeout: 90_000 },
    async (_name, make) => {
      const file = await make();
      const response = await draw(file.length + formBytes < limits.inlineBody ? file : await upload(file));
      // Drawn, or rejected with a reason. On a busy machine, the deadline comes before the limit of processor time: 503.
      expect([200, 400, 413, 503]).toContain(response.status);
      const body = (await response.json()) as FileResponse[] | { errors: object[] };
      if (!Array.isArray(body) && response.status !== 503) expect(body.errors).toHaveLength(1);
      expect(await jsonOf<FileResponse[]>(await draw(plain))).toMatchObject([{ width: 100 }]);
    },
  );
});
