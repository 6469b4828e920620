const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Requires that a value has all that is expected of it. The text `ignore` stands for any value, and objects may have
 * further members.
 */
export function requireJson(expected: unknown, actual: unknown, path = ''): void {
  if (expected === 'ignore') return;
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) {
      throw new Error(`${path}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`);
    }
    expected.forEach((each, index) => requireJson(each, actual[index], `${path}[${index}]`));
  } else if (isObject(expected)) {
    if (!isObject(actual)) throw new Error(`${path}: expected an object, got ${JSON.stringify(actual)}`);
    for (const [name, value] of Object.entries(expected)) requireJson(value, actual[name], `${path}.${name}`);
  } else if (expected !== actual) {
    throw new Error(`${path}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`);
  }
}
