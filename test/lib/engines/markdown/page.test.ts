import { describe, expect, it } from 'vitest';
import { markdownPage } from '#lib/engines/markdown/page.ts';

const htmlOf = (source: string): string => markdownPage(source, '{{content}}').html.replace('\ufeff', '');

describe('markdownPage', () => {
  it.each([
    ['a table', '| a | b |\n|---|--:|\n| 1 | 2 |', /<table>.*<td style="text-align:right">2<\/td>/s],
    ['strikethrough', '~~gone~~', /<s>gone<\/s>/],
    ['a footnote', 'Text[^1]\n\n[^1]: The note', /href="#footnote1".*class="footnotes".*The note/s],
    ['a task list', '- [x] done\n- [ ] open', /type="checkbox"[^>]*checked.*done.*type="checkbox"/s],
    ['an alert', '> [!WARNING]\n> Take care', /markdown-alert-warning.*Take care/s],
    ['a link without brackets', 'See https://example.com.', /<a href="https:\/\/example\.com">/],
    ['highlighted code', '```js\nconst a = 1;\n```', /hljs-keyword">const<\/span>/],
    ['code in an unknown language', '```nope\na < b\n```', /<code class="language-nope">a &lt; b/],
    ['a formula in a line', 'Sum $a^2$ here', /<p>Sum <math>.*<msup>/s],
    ['a formula of its own', '$$\n\\frac{1}{2}\n$$', /<math display="block".*<mfrac>/s],
    ['raw HTML', 'a <b class="x">b</b>\n\n<div id="y">z</div>', /<b class="x">b<\/b>.*<div id="y">z/s],
    ['an image', '![Logo](images/logo.png)', /<img src="images\/logo.png" alt="Logo">/],
  ])('renders %s', (_, source, html) => {
    expect(htmlOf(source)).toMatch(html);
  });

  it('shows a formula that is not valid as it is, in red', () => {
    expect(htmlOf('$\\frac{1$')).toMatch(/temml-error.*\\frac\{1/s);
  });

  it('gives headings the ids that links of the file have', () => {
    const html = htmlOf('# What is it?\n\n## One `two`\n\n## One `two`\n\n[there](#one-two-1)');
    expect([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)).toEqual([
      'what-is-it',
      'one-two',
      'one-two-1',
    ]);
  });

  it('titles the page by its front matter, or else by its first heading', () => {
    expect(markdownPage('## One *two*\n\n# Three').html).toContain('<title>One two</title>');
    const { html, metadata } = markdownPage('---\ntitle: A <b>\nauthor: Ann\nlang: de\n---\n# One');
    expect(html).toContain('<html lang="de"><head><meta charset="utf-8"><title>A &lt;b&gt;</title>');
    expect(metadata).toEqual({ author: 'Ann' });
  });

  it('puts the content in the place of the placeholder, as it is', () => {
    const template = '<html><body class="own">{{content}}</body></html>';
    const { html } = markdownPage("$& and $'", template);
    expect(html).toBe('\ufeff<html><body class="own"><p>$&amp; and $\'</p>\n</body></html>');
  });

  it('returns the title of the front matter with a template, which has a title of its own', () => {
    const { metadata } = markdownPage('---\ntitle: A\n---\n# One', '<title>T</title>{{content}}');
    expect(metadata).toEqual({ title: 'A' });
  });

  it.each(['<p>no place</p>', '{{content}} {{content}}'])('rejects the template %s', (template) => {
    expect(() => markdownPage('Text', template)).toThrow('{{content}} once');
  });

  it.each([
    ['emphasis', '*a '.repeat(50_000)],
    ['brackets', '['.repeat(50_000)],
    ['quotes', '>'.repeat(50_000)],
    ['links', '[a](b'.repeat(50_000)],
    ['backticks', Array.from({ length: 2000 }, (_, index) => '`'.repeat(index)).join(' a ')],
    ['dollars', '$'.repeat(50_000)],
    ['footnotes', `${'[^a]'.repeat(20_000)}\n\n[^a]: x`],
    ['tags', '<a '.repeat(50_000)],
    ['addresses', 'a@'.repeat(50_000)],
    ['lists', Array.from({ length: 500 }, (_, depth) => `${' '.repeat(2 * depth)}- a`).join('\n')],
    ['macros', `$${'\\def\\a{\\a\\a}\\a'.repeat(10)}$`],
  ])('renders a file of nothing but %s', (_, source) => {
    expect(htmlOf(source).length).toBeGreaterThan(0);
  });
});
