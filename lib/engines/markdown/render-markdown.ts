import { alert } from '@mdit/plugin-alert';
import { footnote } from '@mdit/plugin-footnote';
import { tasklist } from '@mdit/plugin-tasklist';
import { tex } from '@mdit/plugin-tex';
import GithubSlugger from 'github-slugger';
import highlighter from 'highlight.js/lib/common';
import MarkdownIt from 'markdown-it';
import temml from 'temml';
import { type FrontMatter, readFrontMatter } from './front-matter.ts';

/** A Markdown file as HTML. */
export interface RenderedMarkdown {
  /** The content of a `body`. */
  html: string;
  frontMatter: FrontMatter;
  /** The text of the first heading; empty if there is none. */
  heading: string;
}

/** Code that is longer is shown without colors, in characters: some grammars need quadratic time. */
const longestColored = 50_000;

/** Limits of a formula: macro expansions, and the size of a rule in em. */
const formulaLimits = { maxExpand: 1000, maxSize: [50, 50] } as const;

const markdown = new MarkdownIt({
  html: true,
  linkify: true,
  highlight: (code, language) =>
    code.length <= longestColored && highlighter.getLanguage(language)
      ? highlighter.highlight(code, { language, ignoreIllegals: true }).value
      : '',
})
  .use(footnote)
  .use(tasklist)
  .use(alert)
  .use(tex, {
    delimiters: 'dollars',
    mathFence: true,
    render: (formula, displayMode) =>
      temml.renderToString(formula, {
        displayMode,
        throwOnError: false,
        maxExpand: formulaLimits.maxExpand,
        maxSize: [...formulaLimits.maxSize],
      }),
  });

/**
 * Renders Markdown: CommonMark with tables, strikethrough, footnotes, task lists, alerts, highlighted code and formulas in
 * TeX. Raw HTML is kept. Headings have the ids that GitHub gives them.
 */
export function renderMarkdown(source: string): RenderedMarkdown {
  const { frontMatter, content } = readFrontMatter(source);
  const environment = {};
  const tokens = markdown.parse(content, environment);
  const slugger = new GithubSlugger();
  let heading = '';
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    const text = textOf(tokens[index + 1]?.children ?? []);
    heading ||= text;
    token.attrSet('id', slugger.slug(text));
  }
  return { html: markdown.renderer.render(tokens, markdown.options, environment), frontMatter, heading };
}

const textOf = (tokens: readonly { type: string; content: string }[]): string =>
  tokens
    .filter(({ type }) => type === 'text' || type === 'code_inline')
    .map(({ content }) => content)
    .join('');
