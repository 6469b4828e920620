/** What a rendering is waiting for now, in words that end "The page was not ready in time: waiting for …". */
export class Progress {
  #stage = 'the browser';
  #details: () => string = () => '';

  /** @param details says more, when it is asked for */
  enter(stage: string, details: () => string = () => ''): void {
    this.#stage = stage;
    this.#details = details;
  }

  get waitingFor(): string {
    return `${this.#stage}${this.#details()}`;
  }
}
