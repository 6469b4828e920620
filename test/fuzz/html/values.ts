export const words = [
  'Report',
  'حساب',
  '見積書',
  '🙂👩‍👩‍👧',
  'ﬁ',
  'a\u0301',
  'Donaudampfschifffahrt'.repeat(8),
  '\u202eabc',
  '&amp;',
  '&#0;',
  '&bogus;',
  ' ',
];

export const lengths = [
  '0',
  '1px',
  '-5px',
  '50%',
  '100vw',
  '1e5px',
  '1e9px',
  '0.0001px',
  '10cm',
  'calc(100% - 3em)',
  'max-content',
  'auto',
  'NaN',
];

export const colours = [
  'red',
  '#0a08',
  'transparent',
  'hsl(200 50% 50%)',
  'color-mix(in lab, red, blue)',
  'currentcolor',
];

/** URLs of each kind that a page can request. No server responds to them. */
export const addresses = [
  'http://example.invalid/a.png',
  'http://127.0.0.1:1/',
  'http://169.254.169.254/latest/meta-data/',
  'file:///etc/passwd',
  'data:image/png;base64,iVBORw0KGgo=',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E',
  'about:blank',
  'blob:null/1',
  'javascript:while(1){}',
  'chrome://crash',
  'view-source:http://example.invalid/',
  'ws://127.0.0.1:1/',
  '#self',
  '?',
  '',
  '//[::1]:1/',
  'http://a:b@example.invalid:99999/',
];
