import fc from 'fast-check';
import { parse } from 'parse5';
import { describe, expect, it } from 'vitest';
import { safeHtml } from '#lib/engines/mail/html/html-body.ts';
import { safeStyleSheet } from '#lib/engines/mail/html/style-sheet.ts';
import { MailResources } from '#lib/engines/mail/resources.ts';
import { canaryOrigin, loadingMarkup } from '../../../support/mail-canaries.ts';

const loads = loadingMarkup(canaryOrigin);

const written = (html: string) => {
  const resources = new MailResources([]);
  return { html: safeHtml(html, resources), remote: resources.remote };
};

interface Node {
  nodeName: string;
  value?: string;
  attrs?: { name: string; value: string }[];
  childNodes?: Node[];
  content?: Node;
}

/** All nodes, also those of templates. */
function elementsIn(node: object): Node[] {
  const { childNodes = [], content } = node as Node;
  return [node as Node, ...childNodes.flatMap(elementsIn), ...(content ? elementsIn(content) : [])];
}

/** A text in a style sheet. */
const cssString = /"(?:[^"\\]|\\.)*"/g;

const loadsCanary = ({ nodeName, attrs = [], childNodes = [] }: Node): boolean =>
  attrs.some(({ name, value }) => !['href', 'alt', 'title'].includes(name) && value.includes('canary')) ||
  (nodeName === 'style' &&
    childNodes.some(({ value = '' }) => /url\(|@import/i.test(value.replaceAll(cssString, ''))));

describe('the HTML of a mail', () => {
  it.each(loads)('keeps nothing of %s but records it', (markup) => {
    const { html, remote: found } = written(markup);
    expect(html).not.toContain('canary');
    expect([...found].join()).toContain('canary');
  });

  it.each([
    '<script>a()</script>',
    '<p onclick="a()">b</p>',
    '<a href="javascript:a()">b</a>',
    '<a href=" java\nscript:a()">b</a>',
    '<meta http-equiv=refresh content="0;url=http://canary.example">',
    '<base href="http://canary.example/">',
    '<form action="http://canary.example"><button formaction="http://canary.example">b</button></form>',
    '<iframe srcdoc="<script>a()</script>"></iframe>',
    '<a href="http://a" ping="http://canary.example">b</a>',
  ])('does not keep %s', (markup) => {
    expect(written(markup).html).not.toMatch(/a\(\)|canary|<meta|<base|<form|script/);
  });

  it('keeps links, tables, fonts and styles', () => {
    const html =
      '<table width=600><tr><td bgcolor=#fff><font color=red>a</font> <a href="https://a.b/?c&amp;d">e</a>';
    expect(written(html).html).toBe(
      '<mail-html><mail-body style=""><table width="600"><tr><td bgcolor="#fff"><font color="red">a</font> <a href="https://a.b/?c&amp;d">e</a></mail-body></mail-html>',
    );
  });

  it('shows the alternative text of pictures that are not there', () => {
    const html = '<img src="http://a/b.png" alt="A <b>"><img src="http://a/c.png" alt="">';
    expect(written(html).html).toContain('<span class="mail-picture">A &lt;b&gt;</span></mail-body>');
  });

  it('applies the attributes of its body', () => {
    const { html } = written('<body class=a bgcolor=red style="margin:0" onload="a()"><p>b</body>');
    expect(html).toContain('<mail-body class="a" style="background-color:red;margin:0"><p>b');
  });

  it('has no remote address and no way out of the template, whatever it is', () => {
    const pieces = [
      ...loads,
      '</template>',
      '</main>',
      '<!--',
      '-->',
      '<svg>',
      '<math>',
      '<style>',
      '</style>',
      '<p title="',
    ];
    const more = [
      '">',
      "'",
      '<plaintext>',
      '<textarea>',
      '<select>',
      '<table>',
      '<title>',
      '<xmp>',
      '\0',
      '<noscript>',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces, ...more), { maxLength: 12 }), (parts) => {
        const { html } = written(parts.join(''));
        const document = parse(`<main><template>${html}</template></main><footer>`, {
          scriptingEnabled: false,
        });
        const elements = elementsIn(document);
        expect(elements.filter(loadsCanary)).toHaveLength(0);
        const body = elements.find(({ nodeName }) => nodeName === 'body');
        expect(body?.childNodes?.map(({ nodeName }) => nodeName)).toEqual(['main', 'footer']);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a style sheet of a mail', () => {
  const sheet = (css: string) => safeStyleSheet(css, new MailResources([]));

  it.each([
    ['body { margin: 0 }', 'mail-body {margin: 0}'],
    ['html, body.a > p, #body .body', 'mail-html, mail-body.a > p, #body .body{}'],
    ['a[title=body]:not(body) {}', 'a[title=body]:not(mail-body) {}'],
    [':root { --a: 1 }', ':is(mail-html) { --a: 1 }'],
    ['@media print { body { color: red } }', '@media print { mail-body { color: red }}'],
    [
      '@page { margin: 9cm } @font-face { font-family: a } @charset "a"; p { color: red }',
      'p { color: red }',
    ],
    ['p { content: "a\\"</style>" }', 'p { content: "a\\22 <\\/style>" }'],
    ['p { color: red', 'p { color: red}'],
    ['} p { color: red }', 'p { color: red }'],
    ['<!-- p { color: red } -->', 'p { color: red }'],
    [
      'p { position: fixed; p\\6fsition : absolute }',
      'p { -mail-position: fixed; -mail-position : absolute }',
    ],
    ['p @import "a"; q { color: red }', 'p "a"; q { color: red }'],
    [
      'p { color: red @import "a"; @media print { color: red } }',
      'p { color: red "a"; @media print { color: red } }',
    ],
    ['@keyframes a { from { left: 0 } }', '@keyframes a { from { left: 0 } }'],
  ])('%s', (css, result) => {
    const spaceless = (text: string) => text.replaceAll(/\s/g, '');
    expect(spaceless(sheet(css))).toBe(spaceless(result));
  });

  it('of a hundred thousand nested groups takes no stack', () => {
    expect(sheet('@media print {'.repeat(100_000))).toMatch(/^@media print \{/);
  });
});
