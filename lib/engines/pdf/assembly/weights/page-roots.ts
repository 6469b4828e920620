import { PDFDict, type PDFObject, PDFRef } from '../../objects.ts';
import type { MeasuredObject } from '../../reader/measured-object.ts';
import type { PageLeaf } from '../../reader/page-leaf.ts';
import type { PdfSource } from '../../reader/pdf-source.ts';
import { nameText } from '../../syntax/names.ts';
import { resolved } from '../lookup.ts';
import { contentsOf, mayHoldMore } from '../resources/resource-pruning.ts';
import { namesInStream } from '../resources/resource-use.ts';

/** A category of a page's resources. */
interface Category {
  /** The object numbers of the resources, by name. */
  numbers: ReadonlyMap<string, number>;
  /** What a page refers to in order to have the category: its object, or the resources themselves. */
  held: Iterable<number>;
}

/** The objects that pages refer to: of resources that may belong to other pages, only those that the content names. */
export class PageRoots {
  readonly #source: PdfSource;
  readonly #measure: (number: number) => MeasuredObject;
  /** The object numbers in a category of resources, by name. Pages share categories. */
  readonly #numbers = new WeakMap<PDFDict, ReadonlyMap<string, number>>();

  constructor(source: PdfSource, measure: (number: number) => MeasuredObject) {
    this.#source = source;
    this.#measure = measure;
  }

  /** The object numbers, possibly repeated. */
  of(page: PageLeaf): number[] {
    const all = [...this.#measure(page.ref.objectNumber).references];
    if (!mayHoldMore(this.#source, page)) return all;
    const resources = resolved(this.#source.context, page.attributes.Resources);
    const categories =
      resources instanceof PDFDict ? resources.values().map((one) => this.#category(one)) : [];
    const { resourcesKey } = page;
    // Only a page that holds its resources itself refers to what is in them.
    const held =
      resourcesKey === -page.ref.objectNumber
        ? new Set(categories.flatMap((category) => [...category.held]))
        : new Set([resourcesKey]);
    return [...all.filter((number) => !held.has(number)), ...this.#named(page, categories)];
  }

  /** The resources that the content of a page names. */
  *#named(page: PageLeaf, categories: readonly Category[]): Generator<number> {
    for (const stream of contentsOf(page)) {
      for (const name of namesInStream(this.#source, stream) ?? []) {
        for (const { numbers } of categories) {
          const number = numbers.get(name);
          if (number !== undefined) yield number;
        }
      }
    }
  }

  #category(value: PDFObject): Category {
    const dict = resolved(this.#source.context, value);
    const numbers = dict instanceof PDFDict ? this.#numbersIn(dict) : new Map<string, number>();
    return { numbers, held: value instanceof PDFRef ? [value.objectNumber] : numbers.values() };
  }

  #numbersIn(category: PDFDict): ReadonlyMap<string, number> {
    let numbers = this.#numbers.get(category);
    if (!numbers) {
      const entries = category
        .entries()
        .flatMap(([name, value]) =>
          value instanceof PDFRef ? [[nameText(name), value.objectNumber] as const] : [],
        );
      this.#numbers.set(category, (numbers = new Map(entries)));
    }
    return numbers;
  }
}
