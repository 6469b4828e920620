import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from 'pdfjs-dist';
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs';
import { element } from './element.ts';

GlobalWorkerOptions.workerSrc = new URL(workerAddress, import.meta.url).href;

/** Maximum number of pages: a canvas for each page of a long document would overload the browser. */
const maxPages = 100;

interface Showing {
  /** Stops drawing and releases the memory. */
  signal: AbortSignal;
  /** Of an encrypted document. */
  password?: string;
}

/**
 * Draws the pages of a PDF below one another, each when it becomes visible.
 *
 * @throws Error when pdf.js cannot open the file
 */
export async function showPages(
  bytes: ArrayBuffer,
  container: HTMLElement,
  { signal, password = '' }: Showing,
): Promise<void> {
  // The page's policy forbids WebAssembly. Without it, only rare image formats are missing.
  const loading = getDocument({ data: bytes, password, useWasm: false });
  signal.addEventListener('abort', () => void loading.destroy());
  const document = await loading.promise;
  const first = await document.getPage(1);
  const { width, height } = first.getViewport({ scale: 1 });
  const sheets = Array.from({ length: Math.min(document.numPages, maxPages) }, (_, index) =>
    // The size of the first page until it is drawn, so that the layout hardly shifts.
    sheet(index + 1, document.numPages, width / height),
  );
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting || !(target instanceof HTMLCanvasElement)) continue;
        observer.unobserve(target);
        void draw(document, sheets.indexOf(target) + 1, target).catch(() => target.classList.add('failed'));
      }
    },
    { root: container, rootMargin: '400px' },
  );
  signal.addEventListener('abort', () => observer.disconnect());
  const left = document.numPages - sheets.length;
  container.replaceChildren(
    ...sheets,
    ...(left > 0 ? [element('p', { class: 'hint' }, `${left} more pages are in the download.`)] : []),
  );
  // Makes it scrollable with the keyboard.
  container.tabIndex = 0;
  container.setAttribute('role', 'group');
  container.setAttribute('aria-label', 'Pages');
  for (const canvas of sheets) observer.observe(canvas);
}

/** The first page of a PDF. */
export interface FirstPage {
  canvas: HTMLCanvasElement;
  /** In points, as displayed. */
  width: number;
  height: number;
  /** The number of pages of the document. */
  pages: number;
}

/**
 * Draws the first page of a PDF.
 *
 * @param width of the drawing in pixels
 * @param password empty if it is not encrypted
 * @throws Error when pdf.js cannot open the file
 */
export async function firstPage(bytes: ArrayBuffer, width: number, password: string): Promise<FirstPage> {
  const loading = getDocument({ data: bytes, password, useWasm: false });
  try {
    const document = await loading.promise;
    const page = await document.getPage(1);
    const natural = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: (width * devicePixelRatio) / natural.width });
    const canvas = element('canvas', {});
    canvas.width = Math.round(viewport.width);
    canvas.height = Math.round(viewport.height);
    await page.render({ canvas, viewport }).promise;
    return { canvas, width: natural.width, height: natural.height, pages: document.numPages };
  } finally {
    await loading.destroy();
  }
}

function sheet(page: number, pages: number, ratio: number): HTMLCanvasElement {
  const canvas = element('canvas', { class: 'sheet', role: 'img', 'aria-label': `Page ${page} of ${pages}` });
  canvas.style.aspectRatio = String(ratio);
  return canvas;
}

async function draw(document: PDFDocumentProxy, number: number, canvas: HTMLCanvasElement): Promise<void> {
  const page = await document.getPage(number);
  const natural = page.getViewport({ scale: 1 });
  const scale = (canvas.clientWidth * Math.min(devicePixelRatio, 2)) / natural.width;
  const viewport = page.getViewport({ scale });
  canvas.width = Math.round(viewport.width);
  canvas.height = Math.round(viewport.height);
  canvas.style.aspectRatio = String(natural.width / natural.height);
  await page.render({ canvas, viewport }).promise;
  canvas.classList.add('drawn');
}
