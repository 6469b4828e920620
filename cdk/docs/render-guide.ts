import { Marked, type RendererObject, type Tokens } from 'marked';
import { headingAnchors, headingsOf } from './anchors.ts';
import { type Guide, indexName } from './guides.ts';
import { escapeHtml } from './template.ts';

/** The URL of a guide, relative to `/docs/`. */
export const guidePath = (name: string): string => (name === indexName ? 'guides' : `guides/${name}`);

/**
 * The content of a guide as HTML.
 *
 * @param guides all guides, to check links against
 * @param root the relative path from the guide's URL to `/docs/`
 * @param names the names of the bundled files by source name, such as `images/stamps.png`
 * @throws Error naming a broken link, a missing image or unsupported Markdown
 */
export function renderGuide(
  guide: Guide,
  guides: readonly Guide[],
  root: string,
  names: ReadonlyMap<string, string>,
): string {
  const anchors = headingAnchors(headingsOf(guide.tokens));
  const unsupported = ({ raw }: { raw: string }): never => {
    throw new Error(`The guide ${guide.name} uses unsupported Markdown: ${raw}`);
  };
  const renderer: RendererObject = {
    heading(heading) {
      const { depth, tokens } = heading;
      const text = this.parser.parseInline(tokens);
      const anchor = anchors.get(heading);
      if (anchor === undefined) return unsupported(heading);
      if (depth === 1) return `<h1 id="${anchor}">${text}</h1>\n`;
      const link = `<a class="anchor" href="#${anchor}" aria-label="Link to this section">#</a>`;
      return `<h${depth} id="${anchor}">${text} ${link}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens);
      const target = addressOf(href, guide, guides, root);
      return target === undefined ? text : `<a href="${escapeHtml(target)}">${text}</a>`;
    },
    table(token) {
      const row = (cells: Tokens.TableCell[]): string =>
        `<tr>${cells.map((cell) => this.tablecell(cell)).join('')}</tr>\n`;
      const body = token.rows.map(row).join('');
      return `<div class="table"><table><thead>${row(token.header)}</thead><tbody>${body}</tbody></table></div>\n`;
    },
    html: unsupported,
    image({ href, text }) {
      const name = names.get(href);
      if (name === undefined) throw new Error(`The guide ${guide.name} shows ${href}, which does not exist`);
      return `<img src="${escapeHtml(root + name)}" alt="${escapeHtml(text)}">`;
    },
  };
  return new Marked({ renderer }).parser(guide.tokens);
}

/** The URL of a link when the guides are served. Undefined for files of the repository that are not served. */
function addressOf(href: string, from: Guide, guides: readonly Guide[], root: string): string | undefined {
  if (/^https?:\/\//.test(href)) return href;
  if (href.startsWith('../')) return undefined;
  const match = /^(?:([\w-]+)\.md)?(?:#(.+))?$/.exec(href);
  const [, file = from.name, hash = ''] = match ?? [];
  const guide = guides.find(({ name }) => name === file);
  if (!match || !guide || (hash !== '' && !guide.anchors.has(hash))) {
    throw new Error(`The guide ${from.name} links to ${href}, which does not exist`);
  }
  const fragment = hash === '' ? '' : `#${hash}`;
  return match[1] === undefined ? fragment : `${root}${guidePath(file)}${fragment}`;
}
