import assert from 'node:assert/strict';
import type { FileResponse } from '#lib/api/responses/file-response.ts';
import type { ResponseBodies } from '#lib/client/src/api-types.ts';
import type { Check } from '../check.ts';
import { fixture, jsonOf, requirePdf, requireProblem } from '../responses.ts';
import type { Target } from '../target.ts';
import { mergeForm, mergedPages } from './pdf.ts';

type Upload = ResponseBodies['create-upload'];

const merge = async (target: Target): Promise<FileResponse> =>
  jsonOf<FileResponse>(await target.call('/api/pdf/merge', { body: mergeForm() }));

export const fileChecks: readonly Check[] = [
  {
    title: '`GET /api/files/{id}` describes a result, with a new URL',
    contract: true,
    operation: 'get-file',
    async run(target) {
      const { id, size } = await merge(target);
      const file = await target.client().getFile(id);
      const bytes = await target.download(file.url);
      assert.equal(bytes.length, size);
      return requirePdf(bytes, mergedPages);
    },
  },
  {
    title: '`DELETE /api/files/{id}` deletes a result',
    contract: true,
    operation: 'delete-file',
    async run(target) {
      const { id, url } = await merge(target);
      await target.client().deleteFile(id);
      await requireProblem(await target.call(`/api/files/${id}`), 410, 'gone');
      const stored = await fetch(url, { signal: target.signal ?? null });
      await stored.body?.cancel();
      assert.ok(
        stored.status >= 400,
        `Storage responds with ${stored.status} to the URL of the deleted file.`,
      );
      return `the result is \`gone\`, and storage responds with ${stored.status}`;
    },
  },
  {
    title: '`POST /api/uploads` creates an upload, which replaces a file',
    contract: true,
    operation: 'create-upload',
    covers: ['iam'],
    async run(target) {
      const client = target.client();
      const upload = await client.upload(fixture('report.pdf'));
      const file = await client.mergePdf({ files: [fixture('cover.pdf'), upload] });
      return requirePdf(await target.download(file.url), mergedPages);
    },
  },
  {
    title: '`POST /api/uploads/batch` creates several uploads',
    contract: true,
    operation: 'create-uploads',
    covers: ['iam'],
    async run(target) {
      const files = [fixture('cover.pdf'), fixture('report.pdf')];
      const response = await target.call('/api/uploads/batch', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          files: files.map(({ name, size }) => ({ fileName: name, contentType: 'application/pdf', size })),
        }),
      });
      const { uploads } = await jsonOf<{ uploads: Upload[] }>(response, 201);
      for (const [index, { url, fields }] of uploads.entries()) {
        const form = new FormData();
        for (const field of Object.entries(fields)) form.append(...field);
        form.append('file', files[index] ?? '');
        const posted = await fetch(url, { method: 'POST', body: form, signal: target.signal ?? null });
        assert.equal(posted.status, 204);
      }
      const file = await target.client().mergePdf({ files: uploads.map(({ id }) => id) });
      return requirePdf(await target.download(file.url), mergedPages);
    },
  },
  {
    title: '`DELETE /api/uploads/{id}` deletes an upload',
    contract: true,
    operation: 'delete-upload',
    async run(target) {
      const client = target.client();
      const id = await client.upload(fixture('report.pdf'));
      await client.deleteUpload(id);
      const body = mergeForm();
      body.append('files', id);
      await requireProblem(await target.call('/api/pdf/merge', { body }), 400, 'invalid-field');
      return 'its id is an `invalid-field`';
    },
  },
  {
    title: '`GET /api/usage` counts conversions',
    contract: true,
    operation: 'get-usage',
    async run(target) {
      await merge(target);
      const { days } = await target.client().usage();
      const conversions = days.reduce(
        (sum, { operations }) => sum + (operations['merge-pdf']?.conversions ?? 0),
        0,
      );
      assert.ok(conversions > 0, 'No merge is counted.');
      return `${conversions} merges of this key`;
    },
  },
];
