import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../cdk/project.ts';

interface Described {
  paths: Record<string, Record<string, { responses: Record<string, DescribedResponse> }>>;
}

interface DescribedResponse {
  content?: Record<string, { schema?: { properties?: { code?: { enum?: string[] } } } }>;
}

const { paths } = JSON.parse(
  readFileSync(join(projectRoot, 'functions/docs/openapi.json'), 'utf8'),
) as Described;

/** The path of the description that a path of the service belongs to, with or without its stage. */
function templateOf(path: string): string | undefined {
  const segments = path.replace(/^\/prod\//, '/').split('/');
  return Object.keys(paths).find((template) => {
    const expected = template.split('/');
    return (
      expected.length === segments.length &&
      expected.every((segment, index) => segment.startsWith('{') || segment === segments[index])
    );
  });
}

/**
 * The error codes that the description lists for a status of the operations of a path. Undefined for a path that it
 * does not have.
 */
export function describedCodes(path: string, status: number): string[] | undefined {
  const template = templateOf(path);
  if (template === undefined) return undefined;
  return Object.values(paths[template] ?? {}).flatMap(
    ({ responses }) =>
      responses[String(status)]?.content?.['application/problem+json']?.schema?.properties?.code?.enum ?? [],
  );
}
