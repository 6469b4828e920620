/**
 * The part name that the target of a relationship resolves to (ECMA-376-2, 9.3.2.2): absolute, `/word/document.xml`.
 *
 * @param folder base of relative targets: `word/`, or `` for the package's root
 */
export function resolvePartName(target: string, folder = ''): string {
  const segments: string[] = [];
  for (const segment of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return `/${segments.map(decodeSegment).join('/')}`;
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
