import { describe, expect, it } from 'vitest';
import { call, form, jsonOf, upload } from '../support/client.ts';
import { hostilePdfs } from '../support/hostile-pdfs.ts';
import { makePdf } from '../support/pdf.ts';
import { limits } from '#lib/base/limits.ts';
import type { Problem } from '#lib/api/problem.ts';

const plain = await makePdf('Plain', 1);

/** Room for the parts of a form around its files. In bytes. */
const formBytes = 10_000;

/** A file as it can be sent. */
const sendable = async (file: Buffer): Promise<Buffer | string> =>
  file.length + formBytes < limits.inlineBody ? file : upload(file);

describe('a PDF designed to exhaust the service', () => {
  it.each(Object.entries(hostilePdfs))(
    'gets a response, and so does the next request: %s',
    { timeout: 60_000 },
    async (_name, [make, outcome]) => {
      const file = await sendable(make());
      const response = await call('/api/pdf/merge', { body: form(['files', plain], ['files', file]) });
      if (typeof outcome === 'number') {
        expect(await jsonOf(response)).toMatchObject({ pages: outcome + 1 });
      } else {
        const { code, errors } = (await response.json()) as Problem;
        // A file that does not begin as a PDF fails with that first.
        expect([outcome, 'invalid-file-type']).toContain(code);
        expect(errors).toMatchObject([{ field: 'files[1]' }]);
      }
      const next = await call('/api/pdf/merge', { body: form(['files', plain], ['files', plain]) });
      expect(await jsonOf(next)).toMatchObject({ pages: 2 });
    },
  );

  it.each(Object.entries(hostilePdfs))(
    'gets a response when its text is read, and so does the next request: %s',
    { timeout: 60_000 },
    async (_name, [make, outcome]) => {
      const file = await sendable(make());
      const response = await call('/api/pdf/text', { body: form(['file', file], ['format', 'json']) });
      if (response.status === 200) await response.json();
      else {
        const { code, errors } = (await response.json()) as Problem;
        // PDFium reads what a merge only copies.
        expect([outcome, 'invalid-file-type', 'file-too-large', 'damaged-document']).toContain(code);
        expect(errors).toMatchObject([{ field: 'file' }]);
      }
      const next = await call('/api/pdf/text', { body: form(['file', plain]) });
      expect(await next.text()).toBe('Plain, page 1\n');
    },
  );
});
