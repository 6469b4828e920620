import { ConversionClient, ProblemError } from '#lib/client/src/index.ts';
import type { ApiKey } from './api-key.ts';
import { byId } from './element.ts';

/** The field for the API key of the console and the reference. It shows whether the service accepts the key. */
export class KeyForm {
  readonly #apiKey: ApiKey;
  readonly #baseUrl: string;
  readonly #form = byId('key-form', HTMLFormElement);
  readonly #input = byId('key', HTMLInputElement);
  readonly #status = byId('key-status', HTMLElement);
  readonly #forget = byId('key-forget', HTMLButtonElement);
  #checks = 0;

  constructor(apiKey: ApiKey, baseUrl: string) {
    this.#apiKey = apiKey;
    this.#baseUrl = baseUrl;
    this.#input.value = apiKey.value;
    this.#form.addEventListener('submit', (event) => event.preventDefault());
    this.#input.addEventListener('change', () => this.#set(this.#input.value.trim()));
    // Most people paste the key. `change` would fire only when they leave the field.
    this.#input.addEventListener('paste', () => setTimeout(() => this.#set(this.#input.value.trim())));
    this.#forget.addEventListener('click', () => {
      this.#set('');
      this.#input.focus();
    });
    void this.#check();
  }

  /** Shows an error at the field and focuses it. */
  reject(message: string): void {
    this.#say('bad', message);
    this.#input.setAttribute('aria-invalid', 'true');
    this.#input.focus();
  }

  #set(key: string): void {
    if (key === this.#apiKey.value) return;
    this.#input.value = key;
    this.#apiKey.value = key;
    void this.#check();
  }

  async #check(): Promise<void> {
    const check = ++this.#checks;
    const key = this.#apiKey.value;
    this.#input.removeAttribute('aria-invalid');
    this.#forget.hidden = key === '';
    if (key === '') {
      this.#say('', 'Stored only in this tab, until you close it.');
      return;
    }
    this.#say('', 'Checking …');
    try {
      // A call that does not count as a conversion.
      await new ConversionClient({ baseUrl: this.#baseUrl, apiKey: key, retries: 1 }).send('list-jobs', {
        query: { limit: 1 },
      });
      if (check === this.#checks) this.#say('good', 'The key works.');
    } catch (error) {
      if (check !== this.#checks) return;
      const invalid = error instanceof ProblemError && error.status === 401;
      if (invalid) this.#input.setAttribute('aria-invalid', 'true');
      this.#say(invalid ? 'bad' : '', invalid ? 'This key is not valid.' : 'The key could not be checked.');
    }
  }

  #say(state: 'good' | 'bad' | '', text: string): void {
    this.#status.dataset['state'] = state;
    this.#status.textContent = text;
  }
}
