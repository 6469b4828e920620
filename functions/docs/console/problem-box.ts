import { ConnectionError, JobError, ProblemError, StorageError } from '#lib/client/src/index.ts';
import type { FieldError } from '#lib/base/app-error.ts';
import { byId, element } from './element.ts';
import { readable, type SubjectOf } from './field-errors.ts';

/** What the form knows about the errors of its fields. */
interface FieldErrors {
  /** Errors of fields that are shown nowhere else. */
  unplaced: readonly FieldError[];
  subjectOf: SubjectOf;
}

/** Explains an error. */
export class ProblemBox {
  readonly #box: HTMLElement;

  /** @param id of its element */
  constructor(id: string) {
    this.#box = byId(id, HTMLElement);
  }

  clear(): void {
    this.#box.replaceChildren();
    this.#box.hidden = true;
  }

  show(
    error: unknown,
    { unplaced, subjectOf }: FieldErrors = { unplaced: [], subjectOf: () => undefined },
  ): void {
    const { title, text, facts } = described(error);
    // The text quotes single errors.
    const others = unplaced.filter(({ message }) => !text.includes(message));
    const items = others.map(({ field, message }) => {
      const subject = subjectOf(field);
      return subject === undefined
        ? element('li', {}, element('code', {}, field), ` ${message}`)
        : element('li', {}, `${subject}${message}.`);
    });
    this.#box.replaceChildren(
      element('h3', {}, title),
      element('p', {}, readable(text, subjectOf)),
      ...(items.length > 0 ? [element('ul', {}, ...items)] : []),
      element('p', { class: 'facts' }, facts.filter(Boolean).join(' · ')),
    );
    this.#box.hidden = false;
  }

  scrollIntoView(): void {
    this.#box.scrollIntoView({ block: 'nearest' });
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
