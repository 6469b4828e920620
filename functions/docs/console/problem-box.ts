import { ConnectionError, JobError, ProblemError, StorageError } from '#lib/client/src/index.ts';
import type { FieldError } from '#lib/base/app-error.ts';
import { byId, element } from './element.ts';

/** Explains an error. */
export class ProblemBox {
  readonly #box = byId('problem', HTMLElement);

  clear(): void {
    this.#box.replaceChildren();
    this.#box.hidden = true;
  }

  /** @param unplaced errors of fields that are shown nowhere else */
  show(error: unknown, unplaced: readonly FieldError[] = []): void {
    const { title, text, facts } = described(error);
    this.#box.replaceChildren(
      element('h3', {}, title),
      element('p', {}, text),
      ...(unplaced.length > 0
        ? [
            element(
              'ul',
              {},
              ...unplaced.map(({ field, message }) =>
                element('li', {}, element('code', {}, field), ` ${message}`),
              ),
            ),
          ]
        : []),
      element('p', { class: 'facts' }, facts.filter(Boolean).join(' · ')),
    );
    this.#box.hidden = false;
  }
}

interface Description {
  title: string;
  text: string;
  facts: string[];
}

function described(error: unknown): Description {
  if (error instanceof ProblemError) {
    const { status, code, retryAfter, retryable, requestId, message } = error;
    return {
      title: titleOf(status),
      text: message,
      facts: [
        `${status} ${code}`,
        retryAfter === undefined ? (retryable ? 'retryable' : '') : `retry in ${retryAfter} s`,
        `request ${requestId}`,
      ],
    };
  }
  if (error instanceof JobError) {
    return {
      title: 'The document was not converted',
      text: error.message,
      facts: [error.code, `job ${error.job.id}`],
    };
  }
  if (error instanceof StorageError) {
    return {
      title: 'Storage rejected the file',
      text: error.message,
      facts: [String(error.status), error.code],
    };
  }
  if (error instanceof ConnectionError) {
    return {
      title: 'No response',
      text: 'The service could not be reached, even after retries.',
      facts: [],
    };
  }
  const text = error instanceof Error ? error.message : String(error);
  return { title: 'An error occurred on this page', text, facts: ['reload the page'] };
}

function titleOf(status: number): string {
  if (status === 401) return 'This key is not valid';
  if (status === 413) return 'Too large';
  if (status === 429) return 'Limit reached';
  if (status >= 500) return 'The service failed';
  return 'The request was rejected';
}
