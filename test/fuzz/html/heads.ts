import type { Rule } from './rule.ts';
import { sheetRules } from './styles.ts';
import { addresses } from './values.ts';

/** Rules for the elements of the head. */
export const heads: readonly Rule[] = [
  (g) => `<title>${g.text()}</title>`,
  (g) => `<meta charset=${g.random.pick(['utf-8', 'utf-16', 'utf-7', 'shift_jis', 'x-user-defined'])}>`,
  (g) =>
    `<meta http-equiv=refresh content="${g.random.pick(['0', '1', '99'])};url=${g.random.pick(addresses)}">`,
  (g) =>
    `<meta http-equiv=Content-Security-Policy content="${g.random.pick(["default-src 'none'", "script-src 'nonce-x'", 'sandbox', "style-src 'self'"])}">`,
  (g) => `<base href="${g.random.pick(addresses)}" target=_blank>`,
  (g) =>
    `<link rel="${g.random.pick(['stylesheet', 'preload', 'prefetch', 'prerender', 'manifest', 'modulepreload', 'dns-prefetch', 'icon'])}" as=font href="${g.random.pick(addresses)}">`,
  (g) =>
    `<meta name=viewport content="width=${g.count()},initial-scale=${g.count()}"><meta name=color-scheme content=dark>`,
  (g) => `<style>${g.some(sheetRules, 5, '\n')}</style>`,
  (g) =>
    `<script type=speculationrules>{"prefetch":[{"source":"list","urls":["${g.random.pick(addresses)}"]}]}</script>`,
];
