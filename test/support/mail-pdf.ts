import { tmpdir } from 'node:os';
import type { pageDefaults } from '#lib/api/fields/html/defaults.ts';
import type { FinishingOptions } from '#lib/api/options/finishing.ts';
import { renderFinished } from '#lib/conversions/html/finish-page.ts';
import { type MailStores, preparedMail } from '#lib/conversions/html/mail/prepare-mail.ts';
import type { MailRunner } from '#lib/conversions/html/mail/mail-thread.ts';
import type { RenderMessage } from '#lib/conversions/html/message.ts';
import type { RemoteRenderer } from '#lib/conversions/html/remote-renderer.ts';
import { serveRendering } from '#lib/conversions/html/serve-rendering.ts';
import { mailPage } from '#lib/engines/mail/page.ts';
import type { Renderer } from '#lib/engines/html/renderer.ts';
import type { FileStore } from '#lib/files/file-store.ts';
import type { InputFile } from '#lib/files/input-file.ts';
import type { InputStore } from '#lib/files/input-store.ts';
import { bytesOf, type MemoryContent, type ProducedFile } from '#lib/files/produced-file.ts';
import { directPdfWork } from './direct-pdf-work.ts';
import { pdfRequest } from './renderer.ts';

/** The renderer function, in this process. */
const rendererFunction = (engine: Renderer): RemoteRenderer =>
  ({
    render: async (message: RenderMessage) => {
      const event: unknown = JSON.parse(JSON.stringify(message));
      const { reply, content } = await serveRendering(event, engine, {
        largestAttachment: 50_000_000,
        workDirectory: tmpdir(),
        log: { close: () => undefined },
      });
      if (reply.kind === 'rejected') throw new Error(`${reply.code}: ${reply.message}`);
      return { ...reply, content: { kind: 'bytes', bytes: content } };
    },
  }) as unknown as RemoteRenderer;

const inThisThread: MailRunner = { run: ({ bytes }) => mailPage(bytes) };

interface MailOptions {
  finishing?: FinishingOptions;
  page?: Partial<typeof pageDefaults>;
}

/** Makes a PDF of a mail through the slice, a renderer and the finishing of PDFs. */
export async function mailPdf(
  engine: Renderer,
  mail: string | Buffer,
  { finishing = {}, page = {} }: MailOptions = {},
): Promise<{ pdf: Buffer; file: ProducedFile<MemoryContent> }> {
  const bytes = typeof mail === 'string' ? Buffer.from(mail) : mail;
  const file: InputFile = {
    field: 'file',
    fileName: 'mail.eml',
    size: bytes.length,
    source: { kind: 'inline', bytes },
  };
  const { uploads, pdf } = directPdfWork();
  const files = { writeRequest: () => Promise.resolve(undefined) } as unknown as FileStore;
  const stores: MailStores = {
    renderer: rendererFunction(engine),
    files,
    inputs: {} as InputStore,
    uploads,
    mail: inThisThread,
  };
  const { source: _, page: pageOptions, ...output } = pdfRequest('');
  const request = {
    owner: 'key_me',
    requestId: 'request',
    fileId: 'file_1',
    fileName: '',
    deadline: Date.now() + 40_000,
    options: { ...output, page: { ...pageOptions, ...page } },
    finishing,
  };
  const { render, ...prepared } = await preparedMail({ ...request, files: { file, fonts: [] } }, stores);
  const rendered = await renderFinished(
    { ...request, ...prepared },
    { attachments: [], overlays: [], facturX: [] },
    render,
    { pdf, uploads, files },
  );
  if (rendered.kind === 'stored') throw new Error('The page was stored');
  return { pdf: Buffer.from(bytesOf(rendered.file.content)), file: rendered.file };
}
