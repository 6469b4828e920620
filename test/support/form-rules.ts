type Rule = Readonly<Record<string, unknown>>;

/** Files are an array; other fields are texts, or the values that they stand for. */
type Fields = Readonly<Record<string, unknown>>;

interface ValueRule {
  const?: string | number | boolean;
  enum?: readonly unknown[];
  not?: ValueRule;
  minItems?: number;
  maxItems?: number;
}

/** Whether the fields of a form follow a rule. Evaluates the part of JSON Schema that the rules of contracts use. */
export function follows(fields: Fields, rule: Rule): boolean {
  const of = (keyword: string) => (rule[keyword] ?? {}) as Record<string, Rule & string[]>;
  const properties = Object.entries((rule['properties'] ?? {}) as Record<string, false | ValueRule>);
  return (
    ((rule['required'] ?? []) as string[]).every((name) => fields[name] !== undefined) &&
    properties.every(([name, expected]) => fields[name] === undefined || fits(fields[name], expected)) &&
    (rule['if'] === undefined ||
      follows(fields, follows(fields, rule['if'] as Rule) ? of('then') : of('else'))) &&
    (rule['not'] === undefined || !follows(fields, rule['not'] as Rule)) &&
    ((rule['allOf'] ?? []) as Rule[]).every((each) => follows(fields, each)) &&
    Object.entries(of('dependentRequired')).every(
      ([name, needed]) => fields[name] === undefined || needed.every((each) => fields[each] !== undefined),
    ) &&
    Object.entries(of('dependentSchemas')).every(
      ([name, each]) => fields[name] === undefined || follows(fields, each),
    )
  );
}

function fits(value: unknown, expected: false | ValueRule): boolean {
  if (expected === false) return false;
  const { const: constant, enum: choices, not, minItems = 0, maxItems = Infinity } = expected;
  const items = Array.isArray(value) ? value.length : 0;
  return (
    (constant === undefined || String(value) === String(constant)) &&
    (choices === undefined || choices.some((choice) => String(value) === String(choice))) &&
    (not === undefined || !fits(value, not)) &&
    items >= minItems &&
    items <= maxItems
  );
}
