/** What the users of a protected PDF may be permitted. */
export const permissions = [
  'print',
  'copy',
  'modify',
  'annotate',
  'fill',
  'assemble',
  'extract',
  'print-high',
] as const;

export type Permission = (typeof permissions)[number];
