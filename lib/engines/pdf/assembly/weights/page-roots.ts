import { PDFDict, PDFRef } from '../../objects.ts';
import type { MeasuredObject } from '../../reader/measured-object.ts';
import type { PageLeaf } from '../../reader/page-leaf.ts';
import type { PdfSource } from '../../reader/pdf-source.ts';
import { nameText } from '../../syntax/names.ts';
import { resolved } from '../lookup.ts';
import { contentsOf, mayHoldMore } from '../resources/resource-pruning.ts';
import { namesInStream } from '../resources/resource-use.ts';

/** The objects that pages refer to directly: for a page that shares resources, only those that its content names. */
export class PageRoots {
  readonly #source: PdfSource;
  readonly #measure: (number: number) => MeasuredObject;
  /** The object numbers in a category of resources, by name. Pages share categories. */
  readonly #categories = new WeakMap<PDFDict, ReadonlyMap<string, number>>();

  constructor(source: PdfSource, measure: (number: number) => MeasuredObject) {
    this.#source = source;
    this.#measure = measure;
  }

  /** The object numbers, possibly repeated. */
  of(page: PageLeaf): number[] {
    const all = [...this.#measure(page.ref.objectNumber).references];
    if (!mayHoldMore(this.#source, page)) return all;
    return [...all.filter((number) => number !== page.resourcesKey), ...this.#named(page)];
  }

  *#named(page: PageLeaf): Generator<number> {
    const resources = resolved(this.#source.context, page.attributes.Resources);
    if (!(resources instanceof PDFDict)) return;
    const categories = resources.values().flatMap((value) => this.#category(value));
    for (const stream of contentsOf(page)) {
      for (const name of namesInStream(this.#source, stream) ?? []) {
        for (const category of categories) {
          const number = category.get(name);
          if (number !== undefined) yield number;
        }
      }
    }
  }

  #category(value: Parameters<typeof resolved>[1]): ReadonlyMap<string, number>[] {
    const dict = resolved(this.#source.context, value);
    if (!(dict instanceof PDFDict)) return [];
    let numbers = this.#categories.get(dict);
    if (!numbers) {
      const refs = dict
        .entries()
        .filter((entry): entry is [(typeof entry)[0], PDFRef] => entry[1] instanceof PDFRef);
      numbers = new Map(refs.map(([name, ref]) => [nameText(name), ref.objectNumber]));
      this.#categories.set(dict, numbers);
    }
    return [numbers];
  }
}
