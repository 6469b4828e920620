import { type ConversionClient, inspectionOverview, validationLines } from '#lib/client/src/index.ts';
import type { Inspection } from '#lib/api/responses/inspection.ts';
import type { Validation } from '#lib/api/responses/validation.ts';
import type { FileResponse } from '#lib/api/responses/file-response.ts';
import type { RemoteFile } from './chosen-file.ts';
import { byId, element } from './element.ts';
import { readable, sentence, type SubjectOf } from './field-errors.ts';
import { countText, sizeText } from './measures.ts';
import { Preview } from './preview.ts';
import { type LocalDocument, TextBesidePages } from './text-beside-pages.ts';

/** The part of a request that its results are shown with. */
interface Request {
  /** Of the document; empty for none. */
  password: string;
  subjectOf: SubjectOf;
}

/** The results: each file with its properties, its warnings, a preview and a download link. */
export class ResultList {
  readonly #list = byId('results', HTMLElement);
  readonly #empty = byId('no-results', HTMLElement);
  readonly #reuse: (file: RemoteFile) => void;
  #previews: { close: () => void }[] = [];

  /** @param reuse takes a result as the input of another conversion */
  constructor(reuse: (file: RemoteFile) => void) {
    this.#reuse = reuse;
  }

  clear(): void {
    for (const preview of this.#previews) preview.close();
    this.#previews = [];
    this.#list.replaceChildren();
    this.#empty.hidden = false;
  }

  show(files: readonly FileResponse[], client: ConversionClient, { password, subjectOf }: Request): void {
    this.clear();
    this.#empty.hidden = true;
    const cards = files.map((file, index) => {
      const preview = new Preview(file, client, password);
      return this.#card(file, client, { preview, subjectOf, open: isShown(file, index) });
    });
    this.#list.append(...cards);
  }

  /** Shows what a PDF contains: its properties, and the whole report as JSON. */
  showReport(report: Inspection): void {
    this.clear();
    this.#empty.hidden = true;
    const rows = inspectionOverview(report).flatMap(([name, value]) => [
      element('dt', {}, name),
      element('dd', {}, value),
    ]);
    const json = element('pre', { class: 'command', tabindex: 0 }, JSON.stringify(report, null, 2));
    const whole = element('details', {}, element('summary', {}, 'Report as JSON'), json);
    this.#list.append(
      element('li', { class: 'result' }, element('dl', { class: 'overview' }, ...rows), whole),
    );
  }

  /** Shows whether a PDF conforms to a standard, and what it does not meet. */
  showValidation(report: Validation): void {
    this.clear();
    this.#empty.hidden = true;
    const [verdict = '', ...failures] = validationLines(report);
    const list = element('ul', {}, ...failures.map((line) => element('li', {}, line)));
    const json = element('pre', { class: 'command', tabindex: 0 }, JSON.stringify(report, null, 2));
    const whole = element('details', {}, element('summary', {}, 'Report as JSON'), json);
    this.#list.append(element('li', { class: 'result' }, element('p', {}, verdict), list, whole));
  }

  /** Shows the text of a PDF, beside its pages if the document is in this browser. */
  showText(text: string, fileName: string, document: LocalDocument | undefined): void {
    this.clear();
    this.#empty.hidden = true;
    const shown = new TextBesidePages(text, fileName, document);
    this.#previews.push(shown);
    this.#list.append(shown.element);
  }

  #card(
    file: FileResponse,
    client: ConversionClient,
    { preview, subjectOf, open }: { preview: Preview; subjectOf: SubjectOf; open: boolean },
  ): HTMLElement {
    this.#previews.push(preview);
    const error = element('p', { class: 'field-error', role: 'alert' });
    const shown = element('details', { open }, element('summary', {}, 'Preview'), preview.element);
    const load = (): void => {
      if (shown.open) void preview.load();
    };
    shown.addEventListener('toggle', load);
    load();
    return element(
      'li',
      { class: 'result' },
      element(
        'div',
        { class: 'result-head' },
        element('div', {}, element('h4', {}, file.fileName), element('p', { class: 'facts' }, factsOf(file))),
        this.#reuseButton(file),
        downloadLink(file, client, error),
      ),
      error,
      ...(file.warnings.length > 0 ? [warningList(file, subjectOf)] : []),
      shown,
    );
  }

  #reuseButton({ id, fileName }: FileResponse): HTMLButtonElement {
    const button = element('button', { type: 'button', class: 'reuse' }, 'Use as input');
    button.setAttribute('aria-label', `Use ${fileName} as input`);
    button.addEventListener('click', () => this.#reuse({ name: fileName, reference: id }));
    return button;
  }
}

/** Pictures that are shown at once. */
const maxPictures = 12;

/** Whether a preview is open: that of the first file, and those of several pictures. */
const isShown = ({ contentType }: FileResponse, index: number): boolean =>
  index === 0 || (contentType.startsWith('image/') && index < maxPictures);

function factsOf({ pages, width, height, size, expiresAt }: FileResponse): string {
  const time = new Date(expiresAt).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  return [
    pages === undefined ? '' : countText(pages, 'page'),
    width === undefined || height === undefined ? '' : `${width} × ${height} pixels`,
    sizeText(size),
    `available until ${time}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/**
 * The URL is valid for 15 minutes. After that, a click gets a new one.
 *
 * @param error shows why there is no new one
 */
function downloadLink(file: FileResponse, client: ConversionClient, error: HTMLElement): HTMLAnchorElement {
  const link = element('a', { class: 'button primary', href: file.url, download: file.fileName }, 'Download');
  link.setAttribute('aria-label', `Download ${file.fileName}`);
  let endsAt = Date.parse(file.urlExpiresAt);
  link.addEventListener('click', (event) => {
    if (Date.now() < endsAt) return;
    event.preventDefault();
    error.textContent = '';
    void client.getFile(file.id).then(
      (renewed) => {
        link.href = renewed.url;
        endsAt = Date.parse(renewed.urlExpiresAt);
        link.click();
      },
      (reason: unknown) =>
        (error.textContent = `The file cannot be downloaded. ${(reason as Error).message}`),
    );
  });
  return link;
}

function warningList({ warnings }: FileResponse, subjectOf: SubjectOf): HTMLElement {
  return element(
    'div',
    { class: 'warnings' },
    element('p', {}, countText(warnings.length, 'warning')),
    element(
      'ul',
      {},
      ...warnings.map(({ code, message, url }) =>
        element(
          'li',
          {},
          warningText(message, subjectOf),
          ...(url ? [' ', element('code', {}, url)] : []),
          ' ',
          element('code', {}, code),
        ),
      ),
    ),
  );
}

/** A warning about one file of several begins with the field of that file. */
function warningText(message: string, subjectOf: SubjectOf): string {
  const named = readable(message, subjectOf);
  return named === message ? sentence(message) : named;
}
