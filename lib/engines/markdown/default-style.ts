/** The style of a Markdown file without a template: for paper, and readable on a screen. */
export const defaultStyle = `
:root { color: #1f2328; font: 11pt/1.5 'Open Sans', sans-serif; }
body { max-width: 46rem; margin: 0 auto; overflow-wrap: break-word; }
@media screen { body { padding: 2rem; } }
h1, h2, h3, h4, h5, h6 { margin: 1.4em 0 0.5em; line-height: 1.25; break-after: avoid; }
h1 { font-size: 1.9em; }
h2 { font-size: 1.45em; padding-bottom: 0.2em; border-bottom: 1px solid #d1d9e0; }
h3 { font-size: 1.2em; }
h4, h5, h6 { font-size: 1em; }
h6 { color: #59636e; }
body > :first-child { margin-top: 0; }
p, ul, ol, dl, table, pre, blockquote, figure { margin: 0 0 0.8em; }
p, li { orphans: 2; widows: 2; }
ul, ol { padding-left: 1.8em; }
li > p { margin-bottom: 0.4em; }
a { color: #0550ae; text-decoration: none; }
a:hover { text-decoration: underline; }
img, svg { max-width: 100%; height: auto; break-inside: avoid; }
hr { height: 0; margin: 1.6em 0; border: 0; border-top: 1px solid #d1d9e0; }
blockquote { margin-left: 0; padding: 0 1em; color: #59636e; border-left: 0.25em solid #d1d9e0; }
code, pre, kbd { font-family: 'Liberation Mono', monospace; font-size: 0.86em; }
code { padding: 0.15em 0.35em; background: #f1f3f5; border-radius: 4px; }
pre { padding: 0.8em 1em; background: #f6f8fa; border: 1px solid #e3e7eb; border-radius: 6px; white-space: pre-wrap; }
pre code { padding: 0; background: none; font-size: 1em; }
table { border-collapse: collapse; max-width: 100%; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
th, td { padding: 0.35em 0.8em; border: 1px solid #d1d9e0; }
th { background: #f6f8fa; text-align: left; }
math[display='block'] { margin: 0.8em 0; break-inside: avoid; }
.task-list-container { padding-left: 0.4em; list-style: none; }
.task-list-item { list-style: none; }
.task-list-item-checkbox { margin: 0 0.5em 0 0; }
.footnote-ref { font-size: 0.8em; line-height: 0; }
.footnotes { font-size: 0.9em; color: #3d444d; }
.footnotes-sep { margin-top: 2.4em; }
.markdown-alert { margin: 0 0 0.8em; padding: 0.4em 1em; border-left: 0.25em solid var(--alert, #0969da); break-inside: avoid; }
.markdown-alert > :last-child { margin-bottom: 0; }
.markdown-alert-title { margin-bottom: 0.2em; color: var(--alert, #0969da); font-weight: 600; }
.markdown-alert-tip { --alert: #1a7f37; }
.markdown-alert-important { --alert: #8250df; }
.markdown-alert-warning { --alert: #9a6700; }
.markdown-alert-caution { --alert: #cf222e; }
.hljs-comment, .hljs-quote { color: #59636e; font-style: italic; }
.hljs-keyword, .hljs-selector-tag, .hljs-literal, .hljs-type { color: #cf222e; }
.hljs-string, .hljs-regexp, .hljs-addition { color: #0a3069; }
.hljs-number, .hljs-symbol, .hljs-variable, .hljs-template-variable { color: #0550ae; }
.hljs-title, .hljs-section, .hljs-function { color: #6639ba; }
.hljs-attr, .hljs-attribute, .hljs-property, .hljs-built_in, .hljs-meta { color: #953800; }
.hljs-name, .hljs-tag { color: #116329; }
.hljs-deletion { color: #82071e; background: #ffebe9; }
.hljs-emphasis { font-style: italic; }
.hljs-strong { font-weight: 600; }
`;
