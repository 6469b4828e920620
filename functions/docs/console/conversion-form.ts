import { ConversionClient, ProblemError } from '#lib/client/src/index.ts';
import type { ApiDocument } from './api-document.ts';
import type { ApiKey } from './api-key.ts';
import { copyOnClick } from './copy-button.ts';
import { byId } from './element.ts';
import type { KeyForm } from './key-form.ts';
import { countText } from './measures.ts';
import { ProblemBox } from './problem-box.ts';
import { ProgressLine } from './progress-line.ts';
import { type Inspect, RequestForm } from './request-form.ts';
import { ResultList } from './result-list.ts';
import { runConversion } from './run-conversion.ts';

interface Surroundings {
  baseUrl: string;
  apiDocument: ApiDocument;
  apiKey: ApiKey;
  keyForm: KeyForm;
}

/** The console: takes a request and shows its results. */
export class ConversionForm {
  readonly #baseUrl: string;
  readonly #apiKey: ApiKey;
  readonly #keyForm: KeyForm;
  readonly #request: RequestForm;
  readonly #start = byId('start', HTMLButtonElement);
  readonly #cancel = byId('cancel', HTMLButtonElement);
  readonly #announcement = byId('announcement', HTMLElement);
  readonly #progress = new ProgressLine();
  readonly #problem = new ProblemBox();
  readonly #results = new ResultList((file) => this.#request.add(file));
  #running: AbortController | undefined;

  constructor({ baseUrl, apiDocument, apiKey, keyForm }: Surroundings) {
    this.#baseUrl = baseUrl;
    this.#apiKey = apiKey;
    this.#keyForm = keyForm;
    const announce = (text: string): void => void (this.#announcement.textContent = text);
    this.#request = new RequestForm({ baseUrl, apiDocument, announce, inspect: this.#inspect });
    byId('conversion', HTMLFormElement).addEventListener('submit', (event) => {
      event.preventDefault();
      if (!this.#running) void this.#run();
    });
    this.#cancel.addEventListener('click', () => this.#running?.abort());
    this.#offerCopy();
  }

  #offerCopy(): void {
    const { command } = this.#request;
    copyOnClick(byId('copy', HTMLButtonElement), command, {
      onCopied: () => (this.#announcement.textContent = 'Copied'),
    });
  }

  async #run(): Promise<void> {
    this.#clearErrors();
    if (!this.#request.complete()) return;
    const client = this.#client();
    if (!client) return;
    const running = new AbortController();
    this.#running = running;
    this.#busy(true);
    this.#results.clear();
    this.#progress.show({ at: 'working' });
    try {
      const { document } = this.#request;
      const made = await runConversion(this.#request.endpoint, this.#request.input(), {
        client,
        signal: running.signal,
        onStage: (stage) => this.#progress.show(stage),
      });
      if ('text' in made) {
        this.#results.showText(made.text, document);
        this.#progress.end('Done.');
      } else if ('failures' in made) {
        this.#results.showValidation(made);
      } else if ('pageCount' in made) {
        this.#results.showReport(made);
        this.#progress.end('Done.');
      } else {
        this.#results.show(made, client);
        this.#progress.end(`Done: ${countText(made.length, 'file')}.`);
      }
      byId('results-title', HTMLElement).focus();
    } catch (error) {
      if (running.signal.aborted) this.#progress.end('Canceled.');
      else this.#failed(error);
    } finally {
      this.#running = undefined;
      this.#busy(false);
    }
  }

  readonly #inspect: Inspect = async (input) => {
    this.#clearErrors();
    try {
      return await this.#client()?.inspectPdf(input);
    } catch (error) {
      this.#failed(error);
      return undefined;
    }
  };

  #clearErrors(): void {
    this.#problem.clear();
    this.#request.clearErrors();
  }

  /** Asks for a key, and returns undefined, if there is none or it has invalid characters. */
  #client(): ConversionClient | undefined {
    const { value: apiKey } = this.#apiKey;
    try {
      if (apiKey !== '') return new ConversionClient({ baseUrl: this.#baseUrl, apiKey });
      this.#keyForm.reject('Paste an API key first.');
    } catch (error) {
      this.#keyForm.reject((error as Error).message);
    }
    return undefined;
  }

  #failed(error: unknown): void {
    this.#progress.end('');
    if (error instanceof ProblemError && error.status === 401) this.#keyForm.reject('This key is not valid.');
    const unplaced = this.#request.showErrors(error instanceof ProblemError ? error.errors : []);
    this.#problem.show(error, unplaced);
  }

  #busy(busy: boolean): void {
    this.#start.setAttribute('aria-disabled', String(busy));
    this.#cancel.hidden = !busy;
    byId('result-pane', HTMLElement).setAttribute('aria-busy', String(busy));
  }
}
