import { describe, expect, it } from 'vitest';
import type { FinishingOptions } from '#lib/api/options/finishing.ts';
import { finishingFilesAmong } from '#lib/conversions/finishing/finishing-files.ts';
import { checkPageFinishing, renderFinished } from '#lib/conversions/html/finish-page.ts';
import type { RenderedPage } from '#lib/conversions/html/render-page.ts';
import { lazyPdf } from '#lib/conversions/pdf/lazy-pdf.ts';
import type { StoredFile } from '#lib/files/file-record.ts';
import type { FileStore } from '#lib/files/file-store.ts';
import { bytesOf } from '#lib/files/produced-file.ts';
import { directPdfWork } from '../../../support/direct-pdf-work.ts';
import { makePdf } from '../../../support/pdf.ts';
import { readPdf } from '../../../support/read-pdf.ts';

const pdf = await makePdf('Page', 1);
const warnings = [{ code: 'slow', message: 'An image had not loaded.' }];
const described = { fileName: 'page.pdf', contentType: 'application/pdf', pages: 1, warnings };

/** Renders that page by a deadline of 100 seconds. */
async function finished(page: RenderedPage, finishing: FinishingOptions, discarded: string[] = []) {
  const saved = new Map<string | undefined, Uint8Array>();
  const deadlines: number[] = [];
  let threads = 0;
  const result = await renderFinished(
    { finishing, deadline: 100_000 },
    finishingFilesAmong({}),
    (deadline) => {
      deadlines.push(deadline);
      return Promise.resolve(page);
    },
    {
      ...directPdfWork(),
      pdf: lazyPdf(() => {
        threads += 1;
        return directPdfWork().pdf;
      }),
      files: {
        read: () => Promise.resolve(Buffer.from(pdf)),
        save: (owner, { content }, id) => {
          if ('path' in content) throw new Error('The PDF is in memory');
          saved.set(id, bytesOf(content));
          return Promise.resolve({ owner, id } as StoredFile);
        },
        discard: (owner, id) => Promise.resolve(void discarded.push(`${owner}/${id}`)),
      } satisfies Pick<FileStore, 'read' | 'save' | 'discard'>,
    },
  );
  return { result, saved, deadlines, threads };
}

describe('a rendered page', () => {
  const produced = { kind: 'produced' as const, file: { ...described, content: pdf } };
  const stored = {
    kind: 'stored' as const,
    file: { ...described, id: 'file_1', owner: 'key_me' } as StoredFile,
  };

  it.each<FinishingOptions>([{}, { metadata: undefined, linearize: false }])(
    'stays as it is without finishing options, and costs no thread: %j',
    async (options) => {
      const { result, deadlines, threads } = await finished(produced, options);
      expect(result).toBe(produced);
      expect(deadlines).toEqual([100_000]);
      expect(threads).toBe(0);
    },
  );

  it('gets the options, keeps its warnings, and is rendered in time for them', async () => {
    const { result, deadlines } = await finished(produced, { metadata: { title: 'New' } });
    if (result.kind !== 'produced') throw new Error('The page was stored');
    expect(result.file).toMatchObject({ fileName: 'page.pdf', pages: 1, warnings });
    expect((await readPdf(bytesOf(result.file.content))).info['Title']).toBe('New');
    expect(deadlines).toEqual([94_000]);
  });

  it('that is stored is discarded if the options cannot be applied', async () => {
    const discarded: string[] = [];
    const impossible = finished(stored, { bookmarks: [{ title: 'Nine', page: 9, parent: -1 }] }, discarded);
    await expect(impossible).rejects.toMatchObject({ code: 'invalid-field' });
    expect(discarded).toEqual(['key_me/file_1']);
  });

  it('that is stored is replaced', async () => {
    const { result, saved } = await finished(stored, { metadata: { title: 'New' } });
    expect(result).toMatchObject({ kind: 'stored', file: { id: 'file_1' } });
    expect((await readPdf(saved.get('file_1') ?? Buffer.alloc(0))).info['Title']).toBe('New');
  });
});

describe('the files of a request for a picture', () => {
  const given = (field: string) => ({
    field,
    fileName: 'a',
    size: 1,
    source: { kind: 'inline' as const, bytes: Buffer.from('a') },
  });
  const none = { overlays: [], attachments: [], facturX: [] };
  const fields = { format: 'png' as const };

  it('are not rejected, unless they are for finishing options', () => {
    const files = { ...none, file: given('file'), assets: [given('assets[0]')] };
    expect(() => checkPageFinishing({ fields, files })).not.toThrow();
    expect(() =>
      checkPageFinishing({ fields, files: { ...files, attachments: [given('attachments[0]')] } }),
    ).toThrow(
      expect.objectContaining({
        errors: [{ field: 'attachments', message: 'applies only to PDFs, and the format is png' }],
      }) as Error,
    );
  });
});
