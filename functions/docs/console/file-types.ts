/** Whether names have one of some extensions, which are parts of a regular expression. */
export const has = (...extensions: string[]): ((name: string) => boolean) => {
  const pattern = new RegExp(`\\.(${extensions.join('|')})$`, 'i');
  return (name) => pattern.test(name);
};

export const isPdf = has('pdf');
export const isOffice = has(
  '(?:doc|dot|xls|xlt|ppt|pot|pps)[xm]?',
  'xlsb',
  'f?od[tspg]',
  'ot[tspg]',
  'rtf',
  'txt',
  'csv',
  'tsv',
);
export const isHtml = has('html?', 'xhtml');
export const isMarkdown = has('md', 'markdown');
export const isPicture = has('png', 'jpe?g', 'webp', 'gif', 'tiff?', 'bmp', 'avif', 'svg');
export const isMail = has('eml');
export const isXml = has('xml');
export const isFont = has('ttf', 'otf', 'woff2');
