import { PDFStream } from '../../objects.ts';
import type { OutputDocument } from '../../output/output-document.ts';
import { objectsPerStream, worthPacking } from '../object-packer.ts';

/** Receives the objects of a container, and whether it is an object stream. */
export type ContainerSink = (members: readonly number[], isObjectStream: boolean) => void;

/**
 * What a file consists of, in its order: objects, and object streams with several objects. Stored in columns, because a
 * document has hundreds of thousands of objects.
 */
export class Containers {
  readonly #document: OutputDocument;
  readonly #members: number[] = [];
  /** By container where its members start, and where those of the last one end. */
  readonly #starts: number[] = [0];
  readonly #isStream: boolean[] = [];
  readonly #packs: boolean;

  /** @param packs whether there may be object streams */
  constructor(document: OutputDocument, packs = true) {
    this.#document = document;
    this.#packs = packs;
  }

  /** The number of containers. */
  get count(): number {
    return this.#isStream.length;
  }

  /** Whether a container is an object stream. */
  isObjectStream(container: number): boolean {
    return this.#isStream[container] === true;
  }

  /** The objects in a container. */
  members(container: number): readonly number[] {
    return this.#members.slice(this.#starts[container], this.#starts[container + 1]);
  }

  readonly add: ContainerSink = (members, isObjectStream) => {
    for (const member of members) this.#members.push(member);
    this.#starts.push(this.#members.length);
    this.#isStream.push(isObjectStream);
  };

  /**
   * Divides objects into containers: first the object streams, which never have objects of two sources, then all else.
   */
  pack(objects: Iterable<number>, sink: ContainerSink = this.add): void {
    const { raw } = this.#document.objects;
    const queues = new Map<number, number[]>();
    const alone: number[] = [];
    for (const number of objects) {
      if (!this.#packs || this.#isPdfStream(number)) {
        alone.push(number);
        continue;
      }
      const group = raw.group(number);
      const queue = queues.get(group) ?? [];
      queue.push(number);
      queues.set(group, queue);
      if (queue.length === objectsPerStream) {
        sink(queue, true);
        queues.delete(group);
      }
    }
    for (const queue of queues.values()) {
      if (queue.length >= worthPacking) sink(queue, true);
      else alone.push(...queue);
    }
    for (const number of alone) sink([number], false);
  }

  #isPdfStream(number: number): boolean {
    const { raw } = this.#document.objects;
    return raw.hasData(number) || this.#document.objects.parsed(number) instanceof PDFStream;
  }
}
