import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RestartableName, StoreName } from 'local-stack';
import type { Random } from '../fuzz/mutations.ts';
import type { FaultProxy } from './fault-proxy.ts';
import { fillDisk } from './fill-disk.ts';
import { actionMark, type Journal } from './journal.ts';
import type { ServiceRun } from './service-run.ts';
import { storm, unsettled } from './store-faults.ts';

/** A deck of what is done; each is done so often before any is done more often. */
const deck = {
  'kill a function': 8,
  'kill an office worker': 4,
  'kill another worker': 4,
  'stop a function for a while': 3,
  'kill LibreOffice': 2,
  'hang LibreOffice': 2,
  'kill Chromium': 1,
  'hang Chromium': 2,
  'cut off a store': 3,
  'hang a store': 3,
  'storm at a store': 4,
  'restart a store': 3,
  'restart the gateway': 1,
  'fill /tmp': 1,
  'power cut': 1,
} as const;
export type Action = keyof typeof deck;

const wholeDeck = Object.entries(deck).flatMap(([action, count]) =>
  Array<Action>(count).fill(action as Action),
);

const stores = ['dynamodb', 'sqs', 's3', 'lambda'] as const;

/** Milliseconds. */
export interface Tempo {
  /** Between two actions, from and up to. */
  pauses: readonly [number, number];
  /** How long an engine hangs: longer than anybody waits for it. */
  engineHang: number;
  /** By what all other harm that lasts is multiplied. */
  share: number;
}

/** Injects faults. The seed decides which, when and for how long. The processes that they hit depend on the run. */
export class Saboteur {
  readonly done = new Map<Action, number>();
  readonly #run: ServiceRun;
  readonly #proxies: Record<StoreName, FaultProxy>;
  readonly #random: Random;
  readonly #journal: Journal;
  readonly #tempo: Tempo;
  /** What must be over before the service can be judged. */
  readonly #lasting = new Set<Promise<void>>();
  readonly #stopped = new Set<number>();

  constructor(
    run: ServiceRun,
    proxies: Record<StoreName, FaultProxy>,
    tempo: Tempo,
    random: Random,
    journal: Journal,
  ) {
    this.#run = run;
    this.#tempo = tempo;
    this.#proxies = proxies;
    this.#random = random;
    this.#journal = journal;
  }

  /** Goes on until `isOver`, and leaves nothing stopped, cut off or full. */
  async work(isOver: () => boolean): Promise<void> {
    for (const proxy of Object.values(this.#proxies)) proxy.weather = unsettled;
    // Each action once, so that a short run includes all of them.
    let actions = this.#shuffled(Object.keys(deck) as Action[]);
    while (!isOver()) {
      if (actions.length === 0) actions = this.#shuffled(wholeDeck);
      const action = actions.pop() ?? 'kill a function';
      await this.#do(action);
      await sleep(this.#between(...this.#tempo.pauses));
    }
    await Promise.all(this.#lasting);
    for (const proxy of Object.values(this.#proxies)) proxy.weather = {};
    for (const pid of this.#stopped) signal(pid, 'SIGCONT');
  }

  #shuffled(actions: readonly Action[]): Action[] {
    const cards = [...actions];
    for (let last = cards.length - 1; last > 0; last -= 1) {
      const other = this.#random.below(last + 1);
      const card = cards[last] as Action;
      cards[last] = cards[other] as Action;
      cards[other] = card;
    }
    return cards;
  }

  async #do(action: Action): Promise<void> {
    this.done.set(action, (this.done.get(action) ?? 0) + 1);
    const note = (what: string): void => this.#journal.note(`${actionMark} ${action}: ${what}`);
    const run = this.#run;
    const harms: Record<Action, () => void | Promise<void>> = {
      'kill a function': () => this.#kill(this.#functions(''), note),
      'kill an office worker': () => this.#kill(this.#functions('OfficeWorker'), note),
      'kill another worker': () =>
        this.#kill([...this.#functions('HtmlWorker'), ...this.#functions('PdfWorker')], note),
      'stop a function for a while': () =>
        this.#stop(this.#functions(''), this.#milliseconds(1000, 12_000), note),
      'kill LibreOffice': () => this.#kill(run.engines('OfficeWorker'), note),
      'hang LibreOffice': () => this.#stop(run.engines('OfficeWorker'), this.#tempo.engineHang, note),
      'kill Chromium': () => this.#kill(run.engines('Renderer'), note),
      'hang Chromium': () => this.#stop(run.engines('Renderer'), this.#tempo.engineHang, note),
      'cut off a store': () => this.#cutOff(this.#random.pick(stores), this.#milliseconds(1000, 8000), note),
      'hang a store': () => this.#hang(this.#random.pick(stores), this.#milliseconds(5000, 20_000), note),
      'storm at a store': () =>
        this.#storm(this.#random.pick(stores), this.#milliseconds(3000, 10_000), note),
      'restart a store': () => this.#restart(this.#random.pick(['dynamodb', 'sqs', 's3'] as const), note),
      'restart the gateway': () => this.#restart('gateway', note),
      'fill /tmp': () => this.#fill(this.#milliseconds(2000, 8000), note),
      'power cut': async () => {
        note('off');
        await run.kill();
        await run.begin();
        note('on again');
      },
    };
    await harms[action]();
  }

  #functions(name: string): number[] {
    return this.#run
      .functions()
      .filter((each) => each.name.startsWith(name))
      .map(({ pid }) => pid);
  }

  #kill(pids: number[], note: (what: string) => void): void {
    if (pids.length === 0) return;
    const pid = this.#random.pick(pids);
    note(this.#nameOf(pid));
    signal(pid, 'SIGKILL');
  }

  #stop(pids: number[], milliseconds: number, note: (what: string) => void): void {
    if (pids.length === 0) return;
    const pid = this.#random.pick(pids);
    note(`${this.#nameOf(pid)} for ${milliseconds} ms`);
    signal(pid, 'SIGSTOP');
    this.#stopped.add(pid);
    this.#after(milliseconds, () => {
      signal(pid, 'SIGCONT');
      this.#stopped.delete(pid);
    });
  }

  #cutOff(store: StoreName, milliseconds: number, note: (what: string) => void): void {
    note(`${store} for ${milliseconds} ms`);
    const proxy = this.#proxies[store];
    proxy.isDown = true;
    this.#after(milliseconds, () => (proxy.isDown = false));
  }

  #hang(store: StoreName, milliseconds: number, note: (what: string) => void): void {
    note(`${store} for ${milliseconds} ms`);
    const proxy = this.#proxies[store];
    proxy.isHanging = true;
    this.#after(milliseconds, () => (proxy.isHanging = false));
  }

  #storm(store: StoreName, milliseconds: number, note: (what: string) => void): void {
    note(`${store} for ${milliseconds} ms`);
    const proxy = this.#proxies[store];
    proxy.weather = storm;
    this.#after(milliseconds, () => (proxy.weather = unsettled));
  }

  async #restart(name: RestartableName, note: (what: string) => void): Promise<void> {
    note(name);
    await this.#run.restart(name);
  }

  #fill(milliseconds: number, note: (what: string) => void): void {
    note(`for ${milliseconds} ms`);
    const file = join(this.#run.temporaryFolder, 'filler');
    fillDisk(file);
    this.#after(milliseconds, () => rmSync(file, { force: true }));
  }

  /** Undoes something after so many milliseconds. */
  #after(milliseconds: number, undo: () => void): void {
    const lasting = sleep(milliseconds)
      .then(undo)
      .finally(() => this.#lasting.delete(lasting));
    this.#lasting.add(lasting);
  }

  #nameOf(pid: number): string {
    return this.#run.functions().find((each) => each.pid === pid)?.name ?? `process ${pid}`;
  }

  /** How long harm lasts. */
  #milliseconds(from: number, to: number): number {
    return Math.round(this.#between(from, to) * this.#tempo.share);
  }

  #between(from: number, to: number): number {
    return from + this.#random.below(to - from);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has already ended.
  }
}
