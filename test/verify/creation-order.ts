export interface TemplateResource {
  Type: string;
  Properties?: Record<string, unknown>;
  DependsOn?: string | string[];
}

/**
 * Puts every resource behind those that it names. CloudFormation finds that order itself; moto creates resources as they
 * stand, and those that one refers to before those that they depend on.
 */
export function inCreationOrder(
  resources: Readonly<Record<string, TemplateResource>>,
): Record<string, TemplateResource> {
  const ordered = new Map<string, TemplateResource>();
  const visited = new Set<string>();
  const visit = (id: string): void => {
    const resource = resources[id];
    if (!resource || visited.has(id)) return;
    visited.add(id);
    for (const name of namesIn(resource)) visit(name);
    ordered.set(id, resource);
  };
  Object.keys(resources).forEach(visit);
  return Object.fromEntries(ordered);
}

/** Logical ids that a value refers to, by `Ref`, `Fn::GetAtt` or `DependsOn`. */
function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'Ref') return [String(inner)];
    if (key === 'DependsOn') return [inner].flat().map(String);
    if (key === 'Fn::GetAtt') return [String([inner].flat()[0])];
    return namesIn(inner);
  });
}
