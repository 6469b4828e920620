import { byId } from './element.ts';
import { sizeText } from './measures.ts';
import type { Stage } from './run-conversion.ts';

const words: Readonly<Record<Stage['at'], string>> = {
  sending: 'Sending the files …',
  working: 'Converting …',
  waiting: 'Waiting for its turn …',
  repeating: 'The service is busy. Trying again …',
};

/** How far a conversion has come: a bar, a figure beside it, and words that are also read out. */
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
      this.#figure.textContent = '';
    }
    this.#say(words[stage.at]);
  }

  /** Ends it, with what is left to say. */
  end(text: string): void {
    this.#line.classList.remove('running');
    this.#figure.textContent = '';
    this.#say(text);
  }

  /** Not with every step of the figure: those who have it read out would hear nothing else. */
  #say(text: string): void {
    if (this.#words.textContent !== text) this.#words.textContent = text;
  }
}
