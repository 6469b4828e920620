import type { WorkBudget } from '../../work-budget.ts';
import type { FilePlan } from './file-plan.ts';
import type { ObjectGraph } from './object-graph.ts';

/** The containers that each page shares with others, by their index in the shared object hint table. */
export interface SharedContainers {
  /** By page, how many; none for the first page. */
  counts: Uint32Array;
  /** Page after page, each in ascending order. */
  indices: Uint32Array;
}

/**
 * Limits of the search, because readers load the hints before the first page. Later pages have no hints about shared
 * objects, and readers fetch these when they need them.
 */
export interface SearchLimits {
  /** References that are followed. */
  steps: number;
  /** Entries in the hint table. */
  indices: number;
}

const defaultLimits: SearchLimits = { steps: 20_000_000, indices: 1_000_000 };

/** The entry of a container that is not in the shared object hint table. */
const notShared = -1;

/** The entry of a container whose objects lead to no object in the shared object hint table. */
const deadEnd = -2;

/**
 * Finds the containers that further pages share: those for the first page, and those for several further pages.
 *
 * @param pages the object numbers of the pages, in their order
 */
export function sharedContainers(
  plan: FilePlan,
  graph: ObjectGraph,
  pages: readonly number[],
  budget: WorkBudget,
  limits = defaultLimits,
): SharedContainers {
  const containerOf = containersByObject(plan, graph);
  const indexOf = sharedIndices(plan);
  const counts = new Uint32Array(pages.length);
  const found: number[] = [];
  /** By object and by container, the index of the last page that reached it. */
  const reached = new Uint32Array(graph.size);
  const reachedContainers = new Uint32Array(indexOf.length);
  const stack: number[] = [];
  let steps = 0;
  for (let index = 1; index < pages.length; index += 1) {
    const before = { steps, found: found.length };
    if (before.steps > limits.steps || before.found > limits.indices) break;
    stack.push(pages[index] as number);
    for (let number = stack.pop(); number !== undefined; number = stack.pop()) {
      const end = graph.start(number + 1);
      for (let at = graph.start(number); at < end; at += 1) {
        const target = graph.target(at);
        if (reached[target] === index) continue;
        reached[target] = index;
        const container = containerOf[target] as number;
        const shared = indexOf[container] as number;
        if (shared !== deadEnd) stack.push(target);
        if (shared < 0 || reachedContainers[container] === index) continue;
        reachedContainers[container] = index;
        found.push(shared);
      }
      steps += 1 + end - graph.start(number);
    }
    counts[index] = found.length - before.found;
    budget.read(steps - before.steps);
  }
  return { counts, indices: sortedByPage(found, counts) };
}

function containersByObject({ containers }: FilePlan, graph: ObjectGraph): Uint32Array {
  const containerOf = new Uint32Array(graph.size);
  for (let container = 0; container < containers.count; container += 1) {
    for (const member of containers.members(container)) containerOf[member] = container;
  }
  return containerOf;
}

/** The indices in the shared object hint table by container: all of the first page, then those of several pages. */
function sharedIndices({ containers, firstPage, shared, deadEnds }: FilePlan): Int32Array {
  const indexOf = new Int32Array(containers.count).fill(notShared);
  for (const { start, end } of deadEnds) indexOf.fill(deadEnd, start, end);
  let next = 0;
  for (const { start, end } of [firstPage, shared]) {
    for (let container = start; container < end; container += 1) {
      indexOf[container] = next;
      next += 1;
    }
  }
  return indexOf;
}

function sortedByPage(found: readonly number[], counts: Uint32Array): Uint32Array {
  const indices = Uint32Array.from(found);
  let start = 0;
  for (const count of counts) {
    indices.subarray(start, start + count).sort();
    start += count;
  }
  return indices;
}
