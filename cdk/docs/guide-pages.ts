import { type Guide, indexName, readGuides } from './guides.ts';
import { guidePath, renderGuide } from './render-guide.ts';
import { escapeHtml, fillIn } from './template.ts';

/**
 * An HTML page for each guide of `folder`, by file name: `guides.html` for the index, `guides/errors.html` for a guide.
 * Its URLs are relative.
 *
 * @param names the names of the bundled files that `template` and the guides refer to, by source name
 */
export function guidePages(
  folder: string,
  template: string,
  names: ReadonlyMap<string, string>,
): [name: string, html: string][] {
  const guides = readGuides(folder);
  return guides.map((guide) => {
    const root = guide.name === indexName ? '' : '../';
    const values = new Map([
      ...names,
      ['root', root],
      ['title', escapeHtml(guide.title)],
      ['navigation', navigation(guide, guides, root)],
      ['content', renderGuide(guide, guides, root, names)],
    ]);
    return [`${guidePath(guide.name)}.html`, fillIn(template, values)];
  });
}

function navigation(current: Guide, guides: readonly Guide[], root: string): string {
  const items = guides.map(({ name, title }) => {
    const mark = name === current.name ? ' aria-current="page"' : '';
    return `<li><a href="${root}${guidePath(name)}"${mark}>${escapeHtml(title)}</a></li>`;
  });
  return `<ul>${items.join('')}</ul>`;
}
