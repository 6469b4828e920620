import type { SendProgress } from '../progress.ts';
import type { Terminal } from './terminal.ts';

const barWidth = 24;
const redrawMilliseconds = 100;

/** A line at the bottom of the terminal with the current step. Shows nothing if standard error is not a terminal. */
export class StatusLine {
  readonly #stream: Terminal['stderr'];
  readonly #timer: NodeJS.Timeout | undefined;
  #label = '';
  #since = 0;
  #amount: SendProgress | undefined;

  constructor(stream: Terminal['stderr']) {
    this.#stream = stream;
    if (!stream.isTTY) return;
    this.#timer = setInterval(() => this.#draw(), redrawMilliseconds);
    this.#timer.unref();
  }

  /** Shows the current step with its duration, or with its progress in bytes. */
  show(label: string, amount?: SendProgress): void {
    if (label !== this.#label) this.#since = Date.now();
    this.#label = label;
    this.#amount = amount;
  }

  /** Shows the progress of sending, then the step `next`. */
  sending(next: string): (progress: SendProgress) => void {
    return (progress) => (progress.sent < progress.total ? this.show('sending', progress) : this.show(next));
  }

  /** Prints a line above the status. */
  note(text: string): void {
    this.#clear();
    this.#stream.write(`convert: ${text}\n`);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#clear();
  }

  #draw(): void {
    if (this.#label === '') return;
    const text = `${this.#label} ${this.#amount ? bar(this.#amount) : this.#elapsed()}`;
    this.#stream.write(`\r\x1b[K${text.slice(0, (this.#stream.columns ?? 80) - 1)}`);
  }

  #elapsed(): string {
    return `${((Date.now() - this.#since) / 1000).toFixed(0)} s`;
  }

  #clear(): void {
    if (this.#timer) this.#stream.write('\r\x1b[K');
  }
}

function bar({ sent, total }: SendProgress): string {
  const share = total === 0 ? 1 : sent / total;
  const full = Math.floor(share * barWidth);
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
  const percent = `${Math.floor(share * 100)}%`.padStart(4);
  return `[${'#'.repeat(full)}${'.'.repeat(barWidth - full)}] ${percent}  ${megabytes(sent)} of ${megabytes(total)} MB`;
}
