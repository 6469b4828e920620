import type { Method } from './rest-api.ts';

/** The method that serves a request, with the path parameters decoded. */
export interface Match {
  method: Method;
  pathParameters: Record<string, string>;
}

interface Node {
  children: Map<string, Node>;
  parameter?: { name: string; node: Node };
  /** `{name+}`: the rest of the path. */
  greedy?: { name: string; methods: Map<string, Method> };
  methods: Map<string, Method>;
}

const newNode = (): Node => ({ children: new Map(), methods: new Map() });

/**
 * Finds methods by path: literal segments before `{parameter}` before `{proxy+}`, the exact method before `ANY`. A
 * resource that lacks the method gives way to a less specific one that has it. A trailing slash is ignored.
 */
export class Routes {
  readonly #root = newNode();

  constructor(methods: Method[]) {
    for (const method of methods) this.#add(method);
  }

  /**
   * @param path Still percent-encoded, for instance `/v1/jobs/01J%20`.
   * @throws {URIError} if a path parameter is not valid percent-encoding.
   */
  match(httpMethod: string, path: string): Match | undefined {
    const segments = path
      .replace(/(?<!\/)\/+$/, '')
      .split('/')
      .slice(1);
    const found = find(this.#root, segments, 0, httpMethod, []);
    if (!found) return undefined;
    return {
      method: found.method,
      pathParameters: Object.fromEntries(
        found.values.map(([name, value]) => [name, decodeURIComponent(value)]),
      ),
    };
  }

  #add(method: Method): void {
    let node = this.#root;
    for (const segment of method.resourcePath.split('/').filter((part) => part !== '')) {
      const name = /^\{(.+)\}$/.exec(segment)?.[1];
      if (name === undefined) {
        let child = node.children.get(segment);
        if (!child) node.children.set(segment, (child = newNode()));
        node = child;
      } else if (name.endsWith('+')) {
        node.greedy ??= { name: name.slice(0, -1), methods: new Map() };
        node.greedy.methods.set(method.httpMethod, method);
        return;
      } else {
        node.parameter ??= { name, node: newNode() };
        node = node.parameter.node;
      }
    }
    node.methods.set(method.httpMethod, method);
  }
}

type Values = (readonly [name: string, value: string])[];

function find(
  node: Node,
  segments: string[],
  index: number,
  httpMethod: string,
  values: Values,
): { method: Method; values: Values } | undefined {
  const segment = segments[index];
  if (segment === undefined) {
    const method = pick(node.methods, httpMethod);
    return method && { method, values };
  }
  const child = node.children.get(segment);
  const literal = child && find(child, segments, index + 1, httpMethod, values);
  if (literal) return literal;
  if (node.parameter && segment !== '') {
    const { name, node: next } = node.parameter;
    const found = find(next, segments, index + 1, httpMethod, [...values, [name, segment]]);
    if (found) return found;
  }
  const method = node.greedy && pick(node.greedy.methods, httpMethod);
  if (!node.greedy || !method) return undefined;
  return { method, values: [...values, [node.greedy.name, segments.slice(index).join('/')]] };
}

/** API Gateway knows these methods and no others. */
const anyMethod = new Set(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']);

function pick(methods: Map<string, Method>, httpMethod: string): Method | undefined {
  return methods.get(httpMethod) ?? (anyMethod.has(httpMethod) ? methods.get('ANY') : undefined);
}
