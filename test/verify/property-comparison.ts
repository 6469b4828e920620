import { isDeepStrictEqual } from 'node:util';
import { readers } from './deployed-properties.ts';
import { type DeployedStack, unknownValue } from './deployed-stack.ts';

/** How the resources of a type came out. */
export interface TypeComparison {
  type: string;
  resources: number;
  /** Resources that CloudFormation lists. */
  arrived: number;
  /** Properties that were read back and are as the template says, for every resource that has them. */
  equal: string[];
  /** Properties that came out otherwise, with one example each. */
  different: Map<string, { resource: string; expected: unknown; found: unknown }>;
  /** Declared properties that nothing reads back. */
  unread: string[];
}

/** Reads every resource of the template back and compares it with what the template says. */
export async function compareWithTemplate(stack: DeployedStack): Promise<TypeComparison[]> {
  const types = [...new Set(Object.values(stack.template.Resources).map(({ Type }) => Type))].sort();
  return Promise.all(
    types.filter((type) => type !== 'AWS::CDK::Metadata').map((type) => compareType(stack, type)),
  );
}

async function compareType(stack: DeployedStack, type: string): Promise<TypeComparison> {
  const resources = stack.ofType(type);
  const read = new Set<string>();
  const declared = new Set<string>();
  const different: TypeComparison['different'] = new Map();
  let arrived = 0;
  for (const [resource, { Properties = {} }] of resources) {
    Object.keys(Properties).forEach((name) => declared.add(name));
    const physicalId = stack.physicalId(resource);
    if (physicalId === undefined) continue;
    arrived += 1;
    const found = await readers[type]?.(stack, physicalId, Properties).catch((error: unknown) => {
      different.set('(read)', { resource, expected: 'a response', found: String(error) });
      return undefined;
    });
    for (const [name, value] of Object.entries(found ?? {})) {
      if (!(name in Properties)) continue;
      const expected = stack.resolve(Properties[name]);
      read.add(name);
      if (!isAsExpected(expected, value)) different.set(name, { resource, expected, found: value });
    }
  }
  return {
    type,
    resources: resources.length,
    arrived,
    equal: [...read].filter((name) => !different.has(name)).sort(),
    different,
    unread: [...declared].filter((name) => !read.has(name)).sort(),
  };
}

/** Equal in all that is known and declared: order of keys, added defaults and numbers written as text do not count. */
function isAsExpected(expected: unknown, found: unknown): boolean {
  if (expected === unknownValue) return true;
  if (Array.isArray(expected)) {
    return (
      Array.isArray(found) &&
      found.length === expected.length &&
      expected.every((each) => found.some((candidate) => isAsExpected(each, candidate)))
    );
  }
  if (typeof expected === 'object' && expected !== null) {
    return (
      typeof found === 'object' &&
      found !== null &&
      Object.entries(expected).every(([name, value]) =>
        isAsExpected(value, (found as Record<string, unknown>)[name]),
      )
    );
  }
  return typeof expected === typeof found
    ? isDeepStrictEqual(expected, found)
    : String(expected) === String(found);
}
