import { contracts } from '#lib/api/contracts.ts';

/** The calls of one operation, in the order in which they were sent. */
export interface OperationTimes {
  operation: string;
  /** Milliseconds until the headers of the response. */
  first: number;
  /** The median of the later calls; undefined if there were none. */
  later: number | undefined;
  calls: number;
}

const routes = contracts.map(({ name, method, path }) => ({
  name,
  method,
  segments: path.split('/'),
}));

/** The operation of a request, if it has one. */
export function operationAt(method: string, path: string): string | undefined {
  const segments = path.split('/');
  return routes.find(
    (route) =>
      route.method === method &&
      route.segments.length === segments.length &&
      route.segments.every((segment, index) => segment === '{id}' || segment === segments[index]),
  )?.name;
}

/** How long successful calls of each operation took, as their client saw it. */
export class CallTimes {
  readonly #milliseconds = new Map<string, number[]>();

  add(operation: string, milliseconds: number): void {
    const known = this.#milliseconds.get(operation);
    if (known) known.push(milliseconds);
    else this.#milliseconds.set(operation, [milliseconds]);
  }

  byOperation(): OperationTimes[] {
    return [...this.#milliseconds].map(([operation, [first = 0, ...later]]) => ({
      operation,
      first,
      later: median(later),
      calls: later.length + 1,
    }));
  }
}

function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
