import { ConversionClient, ProblemError } from '#lib/client/src/index.ts';
import type { ApiDocument } from './api-document.ts';
import type { ApiKey } from './api-key.ts';
import { copyOnClick } from './copy-button.ts';
import { byId } from './element.ts';
import { fieldErrorsOf } from './field-errors.ts';
import type { KeyForm } from './key-form.ts';
import { countText } from './measures.ts';
import { ProblemBox } from './problem-box.ts';
import { ProgressLine } from './progress-line.ts';
import { type Inspect, RequestForm } from './request-form.ts';
import { ResultList } from './result-list.ts';
import { type Result, runConversion, StoppedWaiting } from './run-conversion.ts';

interface Surroundings {
  baseUrl: string;
  apiDocument: ApiDocument;
  apiKey: ApiKey;
  keyForm: KeyForm;
}

/** What a result is shown with. */
type RequestState = Pick<RequestForm, 'document' | 'password' | 'textFileName' | 'subjectOf'>;

/** Leaving the page loses the result. */
const askBeforeLeaving = (event: BeforeUnloadEvent): void => event.preventDefault();

/** The console: takes a request and shows its results. */
export class ConversionForm {
  readonly #baseUrl: string;
  readonly #apiKey: ApiKey;
  readonly #keyForm: KeyForm;
  readonly #request: RequestForm;
  readonly #form = byId('conversion', HTMLFormElement);
  readonly #start = byId('start', HTMLButtonElement);
  readonly #cancel = byId('cancel', HTMLButtonElement);
  readonly #announcement = byId('announcement', HTMLElement);
  readonly #progress = new ProgressLine();
  readonly #problem = new ProblemBox('problem');
  readonly #results = new ResultList((file) => this.#request.startWith(file));
  #running: AbortController | undefined;
  /** Has the focus since the start of the conversion, unless the user has edited the form. */
  #startedAt: Element | null = null;

  constructor({ baseUrl, apiDocument, apiKey, keyForm }: Surroundings) {
    this.#baseUrl = baseUrl;
    this.#apiKey = apiKey;
    this.#keyForm = keyForm;
    const announce = (text: string): void => void (this.#announcement.textContent = text);
    this.#request = new RequestForm({ baseUrl, apiDocument, announce, inspect: this.#inspect });
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (!this.#running) void this.#run();
    });
    this.#form.addEventListener('input', () => (this.#startedAt = null));
    this.#cancel.addEventListener('click', () => {
      if (!this.#running) return;
      this.#progress.show({ at: 'canceling' });
      this.#running.abort();
    });
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
    this.#startedAt = document.activeElement;
    this.#busy(true);
    this.#results.clear();
    this.#progress.scrollIntoView();
    try {
      const { document: pdf, password, textFileName, subjectOf } = this.#request;
      const result = await runConversion(this.#request.endpoint, this.#request.input(), {
        client,
        signal: running.signal,
        onStage: (stage) => this.#progress.show(running.signal.aborted ? { at: 'canceling' } : stage),
      });
      this.#show(result, client, { document: pdf, password, textFileName, subjectOf });
      this.#progress.end('length' in result ? `Done: ${countText(result.length, 'file')}.` : 'Done.');
      if (this.#mayMoveFocus) byId('results-title', HTMLElement).focus();
    } catch (error) {
      if (error instanceof StoppedWaiting) this.#progress.end(error.message);
      else if (running.signal.aborted) this.#progress.end('Canceled.');
      else this.#failed(error);
    } finally {
      this.#running = undefined;
      this.#busy(false);
    }
  }

  #show(result: Result, client: ConversionClient, request: RequestState): void {
    if ('text' in result) this.#results.showText(result.text, request.textFileName, request.document);
    else if ('failures' in result) this.#results.showValidation(result);
    else if ('pageCount' in result) this.#results.showReport(result);
    else this.#results.show(result, client, request);
  }

  /** Whether the focus is where the user started the conversion, not where they are typing. */
  get #mayMoveFocus(): boolean {
    const { activeElement, body } = document;
    return [this.#start, this.#cancel, body, this.#startedAt].includes(activeElement);
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
    const errors = fieldErrorsOf(error);
    const unplaced = this.#request.showErrors(errors);
    this.#problem.show(error, { unplaced, subjectOf: this.#request.subjectOf });
    if (error instanceof ProblemError && error.status === 401) this.#keyForm.reject('This key is not valid.');
    // Otherwise, the focus is at a field with an error.
    else if (unplaced.length === errors.length) this.#problem.scrollIntoView();
  }

  #busy(busy: boolean): void {
    this.#start.setAttribute('aria-disabled', String(busy));
    // A hidden button would lose the focus.
    if (!busy && document.activeElement === this.#cancel) this.#start.focus();
    this.#cancel.hidden = !busy;
    if (busy) addEventListener('beforeunload', askBeforeLeaving);
    else removeEventListener('beforeunload', askBeforeLeaving);
    byId('result-pane', HTMLElement).setAttribute('aria-busy', String(busy));
  }
}
