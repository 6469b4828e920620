import { expect, it } from 'vitest';
import type { PDFRef } from '#lib/engines/pdf/objects.ts';
import { OutputDocument } from '#lib/engines/pdf/output/output-document.ts';
import { WorkBudget } from '#lib/engines/pdf/work-budget.ts';
import { FilePlan } from '#lib/engines/pdf/writer/linearized/file-plan.ts';
import { ObjectGraph } from '#lib/engines/pdf/writer/linearized/object-graph.ts';
import { ObjectUses } from '#lib/engines/pdf/writer/linearized/object-uses.ts';
import { sharedContainers } from '#lib/engines/pdf/writer/linearized/shared-containers.ts';
import { writeDocument } from '#lib/engines/pdf/writer/write-document.ts';
import { linearizedFaults, readLinearized } from '../../../../../support/linearized-pdf.ts';

/** A document of pages that refer to objects under construction. */
class Draft {
  readonly output = new OutputDocument();
  readonly pages: PDFRef[];
  readonly #catalog: Record<string, unknown>;

  /** @param uses the objects of each page */
  constructor(make: (draft: Draft) => { uses: readonly PDFRef[][]; catalog?: Record<string, unknown> }) {
    const { context } = this.output;
    const { uses, catalog = {} } = make(this);
    const tree = context.nextRef();
    this.pages = uses.map((objects) =>
      context.register(context.obj({ Type: 'Page', Parent: tree, MediaBox: [0, 0, 9, 9], X: objects })),
    );
    context.assign(tree, context.obj({ Type: 'Pages', Count: uses.length, Kids: this.pages }));
    this.#catalog = { Type: 'Catalog', Pages: tree, ...catalog };
    context.trailerInfo.Root = context.register(context.obj(this.#catalog as never));
  }

  /** Objects that refer to others. */
  add(count: number, ...targets: PDFRef[]): PDFRef[] {
    const { context } = this.output;
    return Array.from({ length: count }, (_, index) => context.register(context.obj([index, ...targets])));
  }

  plan() {
    const pages = this.pages.map(({ objectNumber }) => objectNumber);
    const graph = new ObjectGraph(this.output, pages);
    const uses = new ObjectUses(graph, pages, this.output);
    const plan = new FilePlan(this.output, graph, uses, pages);
    return { pages, graph, uses, plan };
  }

  write(): Buffer {
    const linearization = { pages: this.pages, budget: new WorkBudget() };
    return Buffer.concat(writeDocument(this.output, { linearization }).chunks);
  }
}

const numbersOf = (refs: readonly PDFRef[]): number[] => refs.map(({ objectNumber }) => objectNumber);

it('an object is placed by all that uses it, directly or not', () => {
  let objects: Record<string, PDFRef[]> = {};
  const draft = new Draft((made) => {
    const deep = made.add(1);
    const ofTwo = made.add(1, ...deep);
    const [first, second, tagged, form, unused] = [
      made.add(1, ...ofTwo),
      made.add(1, ...ofTwo),
      made.add(1),
      made.add(1),
      made.add(1),
    ];
    const third = made.add(1, ...ofTwo);
    const outlines = made.add(1);
    const bead = made.add(1);
    const thread = made.add(1, ...bead);
    objects = { deep, ofTwo, first, second, third, tagged, form, unused, outlines, thread, bead };
    return {
      uses: [first, [...second, ...tagged, ...form], third, []],
      catalog: {
        StructTreeRoot: tagged,
        OpenAction: { Next: made.add(1, ...form) },
        Outlines: outlines[0],
        Threads: made.add(1, ...thread)[0],
      },
    };
  });
  const { uses } = draft.plan();
  const placements = Object.entries(objects).map(([name, [ref]]) => [
    name,
    uses.placement(ref?.objectNumber ?? 0),
  ]);
  expect(Object.fromEntries(placements)).toEqual({
    deep: 'firstPageShared',
    ofTwo: 'firstPageShared',
    first: 'firstPage',
    second: 'page',
    third: 'page',
    tagged: 'ofOne',
    form: 'later',
    unused: 'unused',
    outlines: 'outlines',
    thread: 'opening',
    bead: 'later',
  });
});

it('references in a circle end', () => {
  const draft = new Draft((made) => {
    const { context } = made.output;
    const [one, other] = [context.nextRef(), context.nextRef()];
    context.assign(one, context.obj([other]));
    context.assign(other, context.obj([one]));
    return { uses: [[], [one], [other]], catalog: { X: [one] } };
  });
  expect(linearizedFaults(draft.write())).toEqual([]);
});

it('objects that pages share with the rest of the document are packed by page, and hinted if several use them', () => {
  let tagged: PDFRef[][] = [];
  const draft = new Draft((made) => {
    tagged = [made.add(3), made.add(150), made.add(150), made.add(3)];
    return { uses: tagged, catalog: { X: tagged.flat() } };
  });
  const { plan } = draft.plan();
  const ofShared = Array.from({ length: plan.shared.end - plan.shared.start }, (_, index) =>
    plan.containers.members(plan.shared.start + index),
  );
  expect(ofShared).toEqual([
    [...numbersOf(tagged[1] ?? []), ...numbersOf(tagged[2] ?? []).slice(0, 50)],
    [...numbersOf(tagged[2] ?? []).slice(50), ...numbersOf(tagged[3] ?? [])],
  ]);
  expect(linearizedFaults(draft.write())).toEqual([]);
});

it('objects that one page shares with the rest of the document come after all pages', () => {
  let tagged: PDFRef[] = [];
  const draft = new Draft((made) => {
    tagged = made.add(3);
    return { uses: [[], tagged], catalog: { X: tagged } };
  });
  const { plan } = draft.plan();
  expect(plan.shared.end).toBe(plan.shared.start);
  expect(plan.containers.members(plan.shared.end)).toEqual(numbersOf(tagged));
  expect(linearizedFaults(draft.write())).toEqual([]);
});

it('the outline is in the first of its containers, whatever its number', () => {
  let outlines: PDFRef[] = [];
  const draft = new Draft((made) => {
    outlines = made.add(1, ...made.add(450));
    return { uses: [[]], catalog: { Outlines: outlines[0] } };
  });
  const { plan } = draft.plan();
  expect(plan.outlines.end - plan.outlines.start).toBe(3);
  expect(plan.containers.members(plan.outlines.start)).toContain(outlines[0]?.objectNumber);
  const pdf = draft.write();
  const { outlines: hinted, offsets } = readLinearized(pdf);
  expect(hinted).toMatchObject({ objects: 3, offset: offsets.get(hinted?.number ?? 0) });
});

it('the search for shared objects does not enter the form, which leads from each page to all others', () => {
  const draft = new Draft((made) => {
    const form = made.add(1, ...made.add(500));
    const shared = made.add(3);
    return {
      uses: Array.from({ length: 20 }, () => [...form, ...shared]),
      catalog: { AcroForm: form[0] },
    };
  });
  const { plan, graph, pages } = draft.plan();
  const { counts } = sharedContainers(plan, graph, pages, new WorkBudget(), { steps: 500, indices: 100 });
  expect([...counts]).toEqual([0, ...Array.from({ length: 19 }, () => 1)]);
});

it('hints about shared objects are in ascending order', () => {
  const draft = new Draft((made) => {
    const shared = made.add(900);
    return { uses: [[], shared.toReversed(), shared] };
  });
  const { plan, graph, pages } = draft.plan();
  const { indices } = sharedContainers(plan, graph, pages, new WorkBudget());
  expect([...indices]).toEqual([1, 2, 3, 4, 5, 1, 2, 3, 4, 5]);
});

it('few objects of a page are outside object streams', () => {
  const draft = new Draft((made) => ({ uses: [[], made.add(2), made.add(3)] }));
  const { plan } = draft.plan();
  const [two, three] = plan.furtherPages;
  expect([two, three].map((span) => (span?.end ?? 0) - (span?.start ?? 0))).toEqual([3, 2]);
  expect(linearizedFaults(draft.write())).toEqual([]);
});

it('hints about shared objects end at their limit', () => {
  const draft = new Draft((made) => {
    const shared = made.add(500);
    return { uses: Array.from({ length: 20 }, () => shared) };
  });
  const { plan, graph, pages } = draft.plan();
  const counts = (limits?: { steps: number; indices: number }): number[] => [
    ...sharedContainers(plan, graph, pages, new WorkBudget(), limits).counts,
  ];
  expect(counts().slice(0, 3)).toEqual([0, 3, 3]);
  expect(counts().at(-1)).toBe(3);
  expect(counts({ steps: 1e6, indices: 10 }).map((count) => count > 0)).toEqual(
    Array.from({ length: 20 }, (_, index) => index > 0 && index < 5),
  );
  expect(counts({ steps: 1500, indices: 1e6 }).filter((count) => count > 0)).toHaveLength(2);
});

it('a search for shared objects can be stopped by its budget', () => {
  const draft = new Draft((made) => {
    const shared = made.add(1, ...made.add(1000));
    return { uses: Array.from({ length: 600 }, () => shared) };
  });
  const { plan, graph, pages } = draft.plan();
  const budget = new WorkBudget(undefined, () => {
    throw new Error('stopped');
  });
  expect(() => sharedContainers(plan, graph, pages, budget)).toThrow('stopped');
});

it('a first half with many objects fits into its cross-reference', () => {
  const draft = new Draft((made) => {
    const fields = made.add(5000);
    const { context } = made.output;
    const streams = Array.from({ length: 500 }, (_, index) =>
      context.register(context.stream('x'.repeat((index * 7919) % 4000))),
    );
    return { uses: [streams, []], catalog: { OpenAction: fields } };
  });
  const pdf = draft.write();
  expect(linearizedFaults(pdf)).toEqual([]);
  expect(pdf.subarray(0, 20_000).toString('latin1').split('/XRef')).toHaveLength(2);
});
