import { type ConversionClient, inspectionOverview, validationLines } from '#lib/client/src/index.ts';
import type { Inspection } from '#lib/api/responses/inspection.ts';
import type { Validation } from '#lib/api/responses/validation.ts';
import type { FileResponse } from '#lib/api/responses/file-response.ts';
import type { RemoteFile } from './chosen-file.ts';
import { byId, element } from './element.ts';
import { countText, sizeText } from './measures.ts';
import { Preview } from './preview.ts';
import { type LocalDocument, TextBesidePages } from './text-beside-pages.ts';

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

  show(files: readonly FileResponse[], client: ConversionClient): void {
    this.clear();
    this.#empty.hidden = true;
    this.#list.append(...files.map((file, index) => this.#card(file, client, isShown(file, index))));
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
  showText(text: string, document: LocalDocument | undefined): void {
    this.clear();
    this.#empty.hidden = true;
    const shown = new TextBesidePages(text, document);
    this.#previews.push(shown);
    this.#list.append(shown.element);
  }

  #card(file: FileResponse, client: ConversionClient, open: boolean): HTMLElement {
    const preview = new Preview(file, client);
    this.#previews.push(preview);
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
        downloadLink(file, client),
      ),
      ...(file.warnings.length > 0 ? [warningList(file)] : []),
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

/** The URL is valid for 15 minutes. After that, a click gets a new one. */
function downloadLink(file: FileResponse, client: ConversionClient): HTMLAnchorElement {
  const link = element('a', { class: 'button primary', href: file.url, download: file.fileName }, 'Download');
  link.setAttribute('aria-label', `Download ${file.fileName}`);
  let endsAt = Date.parse(file.urlExpiresAt);
  link.addEventListener('click', (event) => {
    if (Date.now() < endsAt) return;
    event.preventDefault();
    void client.getFile(file.id).then((renewed) => {
      link.href = renewed.url;
      endsAt = Date.parse(renewed.urlExpiresAt);
      link.click();
    });
  });
  return link;
}

function warningList({ warnings }: FileResponse): HTMLElement {
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
          message,
          ...(url ? [' ', element('code', {}, url)] : []),
          ' ',
          element('code', {}, code),
        ),
      ),
    ),
  );
}
