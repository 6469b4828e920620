import { PDFRef } from '../../objects.ts';
import type { BuiltDocument } from '../built-document.ts';
import type { ObjectHeads } from './object-heads.ts';
import { isStructurePlace, isValuePlace, visitReferences } from './reference-places.ts';

/** The objects that the trailer leads to, and how. By number. */
export class ReachedObjects {
  readonly #flags: Uint8Array;

  /** Follows all references of the document from its catalog and its information dictionary. */
  constructor({ context, budget }: BuiltDocument, heads: ObjectHeads) {
    const flags = new Uint8Array(context.largestObjectNumber + 1);
    this.#flags = flags;
    const open: number[] = [];
    const reach = (number: number, how: number): void => {
      const known = flags[number];
      if (known === undefined) return;
      flags[number] = known | how;
      if (known === 0) open.push(number);
    };
    const { Root, Info } = context.trailerInfo;
    for (const root of [Root, Info]) if (root instanceof PDFRef) reach(root.objectNumber, Flag.elsewhere);
    for (let number = open.pop(); number !== undefined; number = open.pop()) {
      const head = heads.of(number);
      if (!head) continue;
      budget.read(head.length);
      visitReferences(head, (target, place) => {
        reach(
          target,
          isStructurePlace(place) ? Flag.structure : isValuePlace(place) ? Flag.value : Flag.elsewhere,
        );
      });
    }
  }

  has(number: number): boolean {
    return this.#flags[number] !== Flag.none;
  }

  /** Whether the object is used only where its value matters. */
  isValue(number: number): boolean {
    return this.#flags[number] === Flag.value;
  }

  /** Whether the structure tree refers to the object. */
  isStructured(number: number): boolean {
    return ((this.#flags[number] ?? 0) & Flag.structure) !== 0;
  }
}

/** Where references to an object are. */
const Flag = { none: 0, value: 1, elsewhere: 2, structure: 4 } as const;
