import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** What another reader than the one that wrote it sees in a PDF. */
export interface PdfContents {
  texts: string[];
  outline: OutlineNode[];
  /** For each page: where its links lead, as page indices (-1: nowhere), or URLs. */
  links: (number | string)[][];
  /** Where each named destination leads. */
  destinations: Record<string, number>;
  /** By full name, the values of the fields. */
  fields: Record<string, unknown>;
  /** The names of the fields that are calculated, in order. */
  calculated: string[];
  labels: string[] | null;
  attachments: Record<string, string>;
  /** Whether each layer is shown. */
  layers: [name: string, isShown: boolean][];
  structure: (StructureNode | null)[];
  info: Record<string, unknown>;
  xmp: string | undefined;
  language: string | null;
}

export interface OutlineNode {
  title: string;
  to: number | string;
  count: number | undefined;
  kids: OutlineNode[];
}

export interface StructureNode {
  role: string;
  kids: (StructureNode | 'content')[];
}

interface Link {
  url?: string;
  dest?: unknown;
}

interface Widget {
  id: string;
  value: unknown;
}

type Proxy = Awaited<ReturnType<typeof getDocument>['promise']>;

export async function readPdf(bytes: Uint8Array): Promise<PdfContents> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await task.promise;
  try {
    return await contentsOf(document);
  } finally {
    await task.destroy();
  }
}

async function contentsOf(document: Proxy): Promise<PdfContents> {
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, (_, index) => document.getPage(index + 1)),
  );
  const annotations = await Promise.all(pages.map((page) => page.getAnnotations()));
  const { info, metadata } = await document.getMetadata();
  const fields = [...((await document.getFieldObjects()) ?? [])].map(
    ([name, widgets]): [string, Widget[]] => [name, widgets as Widget[]],
  );
  const names = [...(await document.getDestinations())];
  const calculated = (await document.getCalculationOrderIds()) ?? [];
  const nameOf = (id: string) =>
    fields.find(([, widgets]) => widgets.some((widget) => widget.id === id))?.[0] ?? '';
  return {
    texts: await Promise.all(
      pages.map(async (page) => {
        const { items } = await page.getTextContent();
        return items.map((item) => ('str' in item ? item.str : '')).join('');
      }),
    ),
    outline: await outlineOf(document, await document.getOutline()),
    links: await Promise.all(
      annotations.map((ofPage) =>
        Promise.all(
          ofPage
            .filter(({ subtype }) => subtype === 'Link')
            .map(async ({ url, dest }: Link) => url ?? (await targetOf(document, dest))),
        ),
      ),
    ),
    destinations: Object.fromEntries(
      await Promise.all(
        names.map(async ([name, dest]): Promise<[string, number]> => [name, await targetOf(document, dest)]),
      ),
    ),
    fields: Object.fromEntries(fields.map(([name, widgets]) => [name, widgets.at(-1)?.value])),
    calculated: calculated.map(nameOf),
    labels: await document.getPageLabels(),
    attachments: await attachmentsOf(document),
    layers: await layersOf(document),
    structure: await Promise.all(pages.map(async (page) => structureOf(await page.getStructTree()))),
    info: plain(info) as Record<string, unknown>,
    xmp: (metadata as { getRaw(): string } | null)?.getRaw(),
    language: (info as { Language?: string }).Language ?? null,
  };
}

async function targetOf(document: Proxy, dest: unknown): Promise<number> {
  const explicit = typeof dest === 'string' ? await document.getDestination(dest) : dest;
  const [page] = Array.isArray(explicit) ? (explicit as unknown[]) : [];
  if (typeof page === 'number') return page;
  if (typeof page !== 'object' || page === null) return -1;
  return document.getPageIndex(page as never).catch(() => -1);
}

interface RawOutline {
  title: string;
  dest: unknown;
  url: string | null;
  count?: number | undefined;
  items: RawOutline[];
}

async function outlineOf(document: Proxy, items: readonly RawOutline[] | null): Promise<OutlineNode[]> {
  return Promise.all(
    (items ?? []).map(async ({ title, dest, url, count, items: kids }) => ({
      title,
      to: url ?? (await targetOf(document, dest)),
      count,
      kids: await outlineOf(document, kids),
    })),
  );
}

/** By the names under which they would be saved. */
async function attachmentsOf(document: Proxy): Promise<Record<string, string>> {
  const files = [...((await document.getAttachments()) ?? [])] as [string, { filename: string }][];
  return Object.fromEntries(
    await Promise.all(
      files.map(async ([key, { filename }]): Promise<[string, string]> => [
        filename,
        Buffer.from((await document.getAttachmentContent(key)) ?? []).toString('utf8'),
      ]),
    ),
  );
}

async function layersOf(document: Proxy): Promise<[string, boolean][]> {
  const config = await document.getOptionalContentConfig();
  return [...config].map(([, group]) => {
    const { name, visible } = group as { name: string; visible: boolean };
    return [name, visible];
  });
}

interface RawStructure {
  role?: string;
  type?: string;
  children?: RawStructure[];
}

function structureOf(node: unknown): StructureNode | null {
  if (!node) return null;
  const { role = '', children = [] } = node as RawStructure;
  return {
    role,
    kids: children.map((child) => (child.role ? (structureOf(child) as StructureNode) : 'content')),
  };
}

/** pdf.js holds some of its dictionaries as maps. */
const plain = (value: unknown): unknown =>
  value instanceof Map || (typeof value === 'object' && value !== null && !Array.isArray(value))
    ? Object.fromEntries(
        [...(value instanceof Map ? value : Object.entries(value))].map(([key, entry]) => [
          key,
          plain(entry),
        ]),
      )
    : value;
