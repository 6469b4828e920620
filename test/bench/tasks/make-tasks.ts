import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PDFDocument } from 'pdf-lib';
import { invoicePage, invoicePicture, longPicture, type Page, reportPage, viewport } from './html-pages.ts';
import { markdownOf } from './markdown-document.ts';
import { documentOf, presentationOf, workbookOf } from './office-documents.ts';
import { fdfOf, form, pdfcpuJsonOf } from './form-documents.ts';
import { annotated, archived, report } from './pdf-documents.ts';
import { graphic, photo } from './picture-files.ts';
import {
  dotsPerInch,
  edits,
  type EditTask,
  type OfficeTask,
  type Operation,
  type Size,
  type Task,
  thumbnailWidth,
} from './task.ts';

/** What a task's files are made of. */
type Maker = (folder: string, size: Size) => Promise<Task>;

/** Makes what the benchmark works on, in folders below `folder`. */
export async function makeTasks(
  folder: string,
  operations: readonly Operation[],
  sizes: readonly Size[],
): Promise<Task[]> {
  const tasks: Task[] = [];
  for (const [index, operation] of operations.entries()) {
    for (const size of sizes) {
      const own = join(folder, `${index}-${size}`);
      mkdirSync(own, { recursive: true });
      tasks.push(await makers[operation](own, size));
    }
  }
  return tasks;
}

const makers: Record<Operation, Maker> = {
  merge: async (folder, size) => {
    const { count, pages } = {
      small: { count: 2, pages: 3 },
      medium: { count: 10, pages: 40 },
      large: { count: 20, pages: 150 },
    }[size];
    const files: string[] = [];
    for (let number = 1; number <= count; number += 1) {
      const file = join(folder, `${String(number).padStart(4, '0')}.pdf`);
      files.push(write(file, await (await report(pages)).save({ objectsPerTick: Infinity })));
    }
    const description = `${count} files of ${pages} pages`;
    return { operation: 'merge', size, description, files, pages: count * pages };
  },
  split: async (folder, size) => {
    const { file, pages } = await writeReport(folder, size);
    const partPages = { small: 2, medium: 30, large: 50 }[size];
    const description = `${pages} pages into parts of ${partPages}`;
    return { operation: 'split', size, description, file, pages, partPages };
  },
  stamp: (folder, size) => editTask('stamp', folder, size, 'with a text'),
  rotate: (folder, size) => editTask('rotate', folder, size, 'by 90 degrees'),
  flatten: (folder, size) => editTask('flatten', folder, size, 'with a field and two annotations each'),
  encrypt: (folder, size) => editTask('encrypt', folder, size, 'with AES-256'),
  compress: (folder, size) => editTask('compress', folder, size, 'without loss'),
  linearize: (folder, size) => editTask('linearize', folder, size, 'for fast web view'),
  archive: async (folder, size) => {
    const pages = archivalPages[size];
    const file = await writeText(folder, pages);
    return {
      operation: 'archive',
      size,
      description: `${pages} pages as PDF/A-${edits.archive}`,
      file,
      pages,
    };
  },
  fill: async (folder, size) => {
    const pages = { small: 1, medium: 10, large: 100 }[size];
    const { document, byName } = await form(pages);
    const bytes = await document.save({ objectsPerTick: Infinity });
    const description = `${Object.keys(byName).length} text fields on ${pages} ${pages === 1 ? 'page' : 'pages'}`;
    return {
      operation: 'fill',
      size,
      description,
      file: write(join(folder, 'document.pdf'), bytes),
      pages,
      values: {
        byName,
        fdf: write(join(folder, 'values.fdf'), fdfOf(byName)),
        json: write(join(folder, 'values.json'), pdfcpuJsonOf(byName)),
      },
    };
  },
  'pdf → png': async (folder, size) => {
    const pages = { small: 1, medium: 10, large: 50 }[size];
    const file = await writeText(folder, pages);
    return { operation: 'pdf → png', size, description: `${pages} pages at ${dotsPerInch} dpi`, file, pages };
  },
  thumbnail: async (folder, size) => {
    const { file, pages } = await writeReport(folder, size);
    const description = `first of ${pages} pages, ${thumbnailWidth} pixels wide`;
    return { operation: 'thumbnail', size, description, file, pages };
  },
  'pdf → text': async (folder, size) => {
    const pages = { small: 6, medium: 50, large: 500 }[size];
    const file = await writeText(folder, pages);
    return { operation: 'pdf → text', size, description: `${pages} pages`, file, pages };
  },
  inspect: async (folder, size) => {
    // The service reports 2,000 pages at most.
    const pages = { small: 6, medium: 300, large: 2000 }[size];
    const file = await writeText(folder, pages, 300);
    return { operation: 'inspect', size, description: `${pages} pages`, file, pages };
  },
  validate: async (folder, size) => {
    const pages = archivalPages[size];
    const source = readFileSync(await writeText(folder, pages));
    const file = write(join(folder, 'archival.pdf'), await archived(source));
    const description = `${pages} pages against PDF/A-${edits.archive}`;
    return { operation: 'validate', size, description, file, pages };
  },
  'markdown → pdf': (folder, size) => {
    const sections = { small: 1, medium: 20, large: 200 }[size];
    const description = `${sections} sections with a table and code`;
    const file = write(join(folder, 'document.md'), markdownOf(sections));
    return Promise.resolve({ operation: 'markdown → pdf', size, description, file });
  },
  'html → pdf': (folder, size) => {
    const parts = { small: 1, medium: 10, large: 50 }[size];
    const page = size === 'small' ? invoicePage : reportPage(parts);
    return Promise.resolve(htmlTask('html → pdf', folder, size, page, `${parts} pages with a table each`));
  },
  'html → png': (folder, size) => {
    const screens = { small: 1, medium: 4, large: 10 }[size];
    const page = size === 'small' ? invoicePicture : longPicture(screens);
    const description = `${viewport.width} × ${screens * viewport.height} pixels`;
    return Promise.resolve(htmlTask('html → png', folder, size, page, description));
  },
  'docx → pdf': (folder, size) => {
    const pages = { small: 1, medium: 25, large: 200 }[size];
    return Promise.resolve(officeTask('docx', folder, size, documentOf(pages), `${pages} pages`));
  },
  'xlsx → pdf': (folder, size) => {
    const rows = { small: 20, medium: 1_000, large: 10_000 }[size];
    return Promise.resolve(officeTask('xlsx', folder, size, workbookOf(rows), `${rows} rows of 6 cells`));
  },
  'office merge': (folder, size) => Promise.resolve(officeFiles(folder, size)),
  'images → pdf': (folder, size) => Promise.resolve(pictureFiles(folder, size)),
  'pptx → pdf': (folder, size) => {
    const slides = { small: 2, medium: 25, large: 150 }[size];
    return Promise.resolve(officeTask('pptx', folder, size, presentationOf(slides), `${slides} slides`));
  },
};

/** Of documents that are or become PDF/A. */
const archivalPages: Record<Size, number> = { small: 6, medium: 50, large: 300 };

/** Documents of a few pages, of the three kinds in turn. */
function officeFiles(folder: string, size: Size): Task {
  const count = { small: 2, medium: 9, large: 30 }[size];
  const kinds = [
    { extension: 'docx', make: () => documentOf(2) },
    { extension: 'xlsx', make: () => workbookOf(40) },
    { extension: 'pptx', make: () => presentationOf(3) },
  ];
  const files = Array.from({ length: count }, (_, index) => {
    const { extension, make } = kinds[index % kinds.length] ?? { extension: '', make: () => Buffer.of() };
    return write(join(folder, `${String(index).padStart(4, '0')}.${extension}`), make());
  });
  return { operation: 'office merge', size, description: `${count} documents into one PDF`, files };
}

/** Photos of four million pixels, and small graphics. */
function pictureFiles(folder: string, size: Size): Task {
  const count = { small: 2, medium: 10, large: 60 }[size];
  const files = Array.from({ length: count }, (_, index) => {
    const isPhoto = index % 2 === 0;
    const name = `${String(index).padStart(4, '0')}.${isPhoto ? 'jpg' : 'png'}`;
    return write(join(folder, name), isPhoto ? photo(index) : graphic(index));
  });
  return { operation: 'images → pdf', size, description: `${count} images, half of them photos`, files };
}

async function editTask(
  operation: EditTask['operation'],
  folder: string,
  size: Size,
  description: string,
): Promise<EditTask> {
  const { file, pages } = await writeReport(folder, size, operation === 'flatten' ? annotated : undefined);
  return { operation, size, description: `${pages} pages ${description}`, file, pages };
}

async function writeText(folder: string, pages: number, characters = 4000): Promise<string> {
  const document = await report(pages, characters);
  return write(join(folder, 'document.pdf'), await document.save({ objectsPerTick: Infinity }));
}

async function writeReport(
  folder: string,
  size: Size,
  change: (document: PDFDocument) => void = () => undefined,
): Promise<{ file: string; pages: number }> {
  const pages = { small: 6, medium: 300, large: 5000 }[size];
  const document = await report(pages, size === 'large' ? 300 : 12_000);
  change(document);
  const bytes = await document.save({ objectsPerTick: Infinity, updateFieldAppearances: false });
  return { file: write(join(folder, 'document.pdf'), bytes), pages };
}

function htmlTask(
  operation: 'html → pdf' | 'html → png',
  folder: string,
  size: Size,
  page: Page,
  description: string,
): Task {
  return { operation, size, description, page, file: write(join(folder, 'page.html'), page.html) };
}

function officeTask(
  kind: OfficeTask['kind'],
  folder: string,
  size: Size,
  bytes: Uint8Array,
  description: string,
): Task {
  const file = write(join(folder, `document.${kind}`), bytes);
  return { operation: `${kind} → pdf`, size, description, kind, file };
}

function write(file: string, content: string | Uint8Array): string {
  writeFileSync(file, content);
  return file;
}
