/** The stage that a rendering waits for, in words that complete "The page was not ready in time: waiting for …". */
export class Progress {
  #stage = 'the browser';
  #details: () => string = () => '';

  /** @param details returns more detail on request */
  enter(stage: string, details: () => string = () => ''): void {
    this.#stage = stage;
    this.#details = details;
  }

  get waitingFor(): string {
    return `${this.#stage}${this.#details()}`;
  }
}
