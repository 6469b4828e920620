type Rule = Record<string, unknown>;

/** Whether the fields of a form follow a rule. Evaluates the part of JSON Schema that the rules of contracts use. */
export function follows(fields: Record<string, string>, rule: Rule): boolean {
  const of = (keyword: string) => (rule[keyword] ?? {}) as Record<string, Rule & string[]>;
  const properties = Object.entries((rule['properties'] ?? {}) as Record<string, false | { const: unknown }>);
  return (
    ((rule['required'] ?? []) as string[]).every((name) => fields[name] !== undefined) &&
    properties.every(
      ([name, expected]) =>
        fields[name] === undefined || (expected !== false && fields[name] === String(expected.const)),
    ) &&
    (rule['if'] === undefined ||
      follows(fields, follows(fields, rule['if'] as Rule) ? of('then') : of('else'))) &&
    ((rule['allOf'] ?? []) as Rule[]).every((each) => follows(fields, each)) &&
    Object.entries(of('dependentRequired')).every(
      ([name, needed]) => fields[name] === undefined || needed.every((each) => fields[each] !== undefined),
    ) &&
    Object.entries(of('dependentSchemas')).every(
      ([name, each]) => fields[name] === undefined || follows(fields, each),
    )
  );
}
