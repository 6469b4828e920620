import type { CDPSession } from 'puppeteer-core';

/** Prepares one session of a page. */
type SetUp = (session: CDPSession) => Promise<unknown>;

/**
 * The sessions of a page: one for the page itself, and one for each frame that Chromium renders in another process.
 *
 * They are sessions of the protocol, not puppeteer's `Page`: a `Page` enables domains and creates a world of its own in
 * each document, which take a tenth of the processor time of a small page, and of which the engine needs nothing.
 */
export class PageSessions {
  readonly main: CDPSession;
  readonly #setUps: SetUp[] = [];
  readonly #frames = new Set<CDPSession>();

  constructor(main: CDPSession) {
    this.main = main;
    this.#watch(main);
  }

  /** Attaches to frames in other processes from now on, before they load anything. */
  async start(): Promise<void> {
    await attachToFrames(this.main);
  }

  /** Prepares all sessions: the present ones, and each frame's before its document loads. */
  async each(setUp: SetUp): Promise<void> {
    this.#setUps.push(setUp);
    const frames = [...this.#frames].map((session) => setUp(session).catch(ignore));
    await Promise.all([setUp(this.main), ...frames]);
  }

  #watch(session: CDPSession): void {
    session.on('sessionattached', (frame) => {
      this.#frames.add(frame);
      this.#watch(frame);
      // Frames come and go at any time; commands to one that has gone fail.
      const commands = [...this.#setUps.map((setUp) => setUp(frame)), attachToFrames(frame)];
      for (const command of [...commands, frame.send('Runtime.runIfWaitingForDebugger')]) {
        command.catch(ignore);
      }
    });
    session.on('sessiondetached', (frame) => this.#frames.delete(frame));
  }
}

const ignore = (): undefined => undefined;

const attachToFrames = (session: CDPSession): Promise<void> =>
  session.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    filter: [{ type: 'iframe' }],
  });
