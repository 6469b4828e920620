import type { FilePlan } from './file-plan.ts';

/**
 * The object numbers of a linearized file (PDF 32000-1, F.3.2). The second half, everything after the first page, has
 * the lower numbers; the first half, which has a cross-reference of its own, the higher ones. In each half, containers
 * come first, in their order, and then the objects within object streams.
 */
export class FileNumbers {
  /** By the previous object number; 0 for objects that the file does not have. */
  readonly objects: Uint32Array;
  /** By container. */
  readonly containers: Uint32Array;
  /** Of cross-reference streams; undefined for tables. */
  readonly mainCrossReference: number | undefined;
  /** The first number of the first half: of the linearization dictionary. */
  readonly linearization: number;
  readonly firstCrossReference: number | undefined;
  readonly encryption: number | undefined;
  readonly hints: number;
  /** The highest number plus one. */
  readonly size: number;
  #next = 1;

  /** @param size the highest previous number plus one */
  constructor(
    { containers, firstPage }: FilePlan,
    size: number,
    { isEncrypted, hasStreams }: { isEncrypted: boolean; hasStreams: boolean },
  ) {
    this.objects = new Uint32Array(size);
    this.containers = new Uint32Array(containers.count);
    const numberContainers = (start: number, end: number): void => {
      for (let container = start; container < end; container += 1) {
        const number = this.#take();
        this.containers[container] = number;
        if (containers.isObjectStream(container)) continue;
        for (const member of containers.members(container)) this.objects[member] = number;
      }
    };
    const numberPacked = (start: number, end: number): void => {
      for (let container = start; container < end; container += 1) {
        if (!containers.isObjectStream(container)) continue;
        for (const member of containers.members(container)) this.objects[member] = this.#take();
      }
    };
    numberContainers(firstPage.end, containers.count);
    if (hasStreams) this.mainCrossReference = this.#take();
    numberPacked(firstPage.end, containers.count);
    this.linearization = this.#take();
    if (hasStreams) this.firstCrossReference = this.#take();
    numberContainers(0, firstPage.start);
    if (isEncrypted) this.encryption = this.#take();
    this.hints = this.#take();
    numberContainers(firstPage.start, firstPage.end);
    numberPacked(0, firstPage.end);
    this.size = this.#next;
  }

  #take(): number {
    const number = this.#next;
    this.#next += 1;
    return number;
  }
}
