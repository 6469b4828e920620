import { AppError } from '../../base/app-error.ts';
import { escapeHtml } from '../../base/escape-html.ts';
import { defaultStyle } from './default-style.ts';
import { renderMarkdown } from './render-markdown.ts';

/** What a template has in place of the content. */
const contentPlaceholder = '{{content}}';

/** A Markdown file as a page. */
export interface MarkdownPage {
  /** In UTF-8. */
  html: string;
  /** From the front matter, without the title that the page itself has. */
  metadata: { title?: string; author?: string; subject?: string; keywords?: string };
}

/**
 * Makes a page of a Markdown file.
 *
 * @param template HTML with `{{content}}`; undefined for a page with the default style
 * @throws AppError `invalid-field` when the template does not have the placeholder exactly once
 */
export function markdownPage(source: string, template?: string): MarkdownPage {
  const { html, frontMatter, heading } = renderMarkdown(source);
  const { language, title = heading, ...metadata } = frontMatter;
  // A byte order mark takes precedence over the encoding that a template names.
  if (template !== undefined) {
    return {
      html: `\ufeff${filled(template, html)}`,
      metadata: frontMatter.title === undefined ? metadata : { title, ...metadata },
    };
  }
  const head = `<meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${defaultStyle}</style>`;
  const lang = language === undefined ? '' : ` lang="${escapeHtml(language)}"`;
  return { html: `<!doctype html><html${lang}><head>${head}</head><body>${html}</body></html>`, metadata };
}

function filled(template: string, content: string): string {
  const [before, after, ...others] = template.split(contentPlaceholder);
  if (before !== undefined && after !== undefined && others.length === 0) return before + content + after;
  const message = `must have ${contentPlaceholder} once, where the content goes`;
  throw AppError.inField('invalid-field', 'template', message);
}
