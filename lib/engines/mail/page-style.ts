/** The style of the page and of the header block. */
export const pageStyle = `
:root { color: #1f2328; background: #fff; font: 10.5pt/1.45 'Open Sans', sans-serif; }
body { margin: 0; }
@media screen { body { padding: 2rem; } }
header { margin-bottom: 14pt; padding-bottom: 8pt; border-bottom: 1.5pt solid #1f2328; overflow-wrap: anywhere; }
h1 { margin: 0 0 7pt; font-size: 15pt; line-height: 1.25; font-weight: 600; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2pt 12pt; margin: 0; font-size: 9.5pt; }
dt { color: #59636e; }
dd { margin: 0; }
.files { margin: 0; padding: 0; list-style: none; }
.size { color: #59636e; white-space: nowrap; }
.none { color: #59636e; font-style: italic; }
main { display: block; }
`;

/**
 * The style around the body of a mail. The rules of the host are important, so that the styles of the mail cannot replace
 * them: nothing of the body, such as text with a negative margin, is drawn above it, over the header block.
 */
export const bodyStyle = `
:host { all: initial !important; display: block !important; overflow-y: clip !important; font: 10.5pt/1.45 'Open Sans', sans-serif !important; color: #000 !important;
  overflow-wrap: break-word !important; }
mail-html, mail-body { display: block; }
a { color: #0550ae; }
img { max-width: 100%; }
img:not([height]) { height: auto; }
table { overflow-wrap: normal; }
img { break-inside: avoid; }
.mail-picture { color: #59636e; font-size: smaller; border: 0.5pt solid #d1d9e0; border-radius: 2pt; padding: 0 3pt; }
.text { font: 9.5pt/1.4 'Liberation Mono', monospace; white-space: pre-wrap; unicode-bidi: plaintext; overflow-wrap: anywhere; }
.plain blockquote { margin: 0; padding-left: 8pt; border-left: 1.5pt solid #b6c2cf; color: #3d4852; }
`;
