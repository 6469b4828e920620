import { byId } from './element.ts';
import { sizeText } from './measures.ts';
import type { Stage } from './run-conversion.ts';

const words: Readonly<Record<Exclude<Stage['at'], 'repeating'>, string>> = {
  sending: 'Sending the files …',
  working: 'Converting …',
  waiting: 'Queued …',
  canceling: 'Canceling …',
};

function wordsOf(stage: Stage): string {
  if (stage.at !== 'repeating') return words[stage.at];
  const reason = stage.limited ? 'Your plan’s limit is reached.' : 'The service is busy.';
  return `${reason} Retrying in ${stage.seconds} s.`;
}

/** The progress of a conversion: a bar, a number, and a text that screen readers announce. */
export class ProgressLine {
  readonly #line = byId('progress', HTMLElement);
  readonly #bar = byId('progress-bar', HTMLProgressElement);
  readonly #figure = byId('progress-figure', HTMLElement);
  readonly #words = byId('progress-words', HTMLElement);

  show(stage: Stage): void {
    this.#line.classList.add('running');
    if (stage.at === 'sending') {
      this.#bar.max = stage.total;
      this.#bar.value = stage.sent;
      this.#figure.textContent = `${sizeText(stage.sent)} of ${sizeText(stage.total)}`;
    } else {
      this.#bar.removeAttribute('value');
      const progress = stage.at === 'working' ? stage.progress : undefined;
      this.#figure.textContent = progress ? `${progress.done} of ${progress.total} files` : '';
    }
    this.#say(wordsOf(stage));
  }

  /** Ends the progress with a final text. */
  end(text: string): void {
    this.#line.classList.remove('running');
    this.#figure.textContent = '';
    this.#say(text);
  }

  scrollIntoView(): void {
    this.#line.scrollIntoView({ block: 'nearest' });
  }

  /** Changes the text only when it differs: screen readers announce each change. */
  #say(text: string): void {
    if (this.#words.textContent !== text) this.#words.textContent = text;
  }
}
