/** Defaults of the options that control how a page is loaded. */
export const pageDefaults = {
  javascript: true,
  extraHttpHeaders: {},
  cookies: [] as never[],
  emulatedMediaFeatures: [] as never[],
  skipNetworkIdle: false,
  failOnResourceErrors: false,
  failOnConsoleErrors: false,
};

/** Defaults of a Markdown file that differ from those of other pages. */
export const markdownDefaults = { javascript: false } as const;

/** Defaults of the paper that a page is printed on. */
export const paperDefaults = { pageSize: 'A4', marginMillimetres: 10 } as const;

/** Defaults of the other options of PDFs. */
export const pdfDefaults = {
  landscape: false,
  scale: 1,
  preferCssPageSize: true,
  printBackground: true,
  singlePage: false,
  tagged: true,
  outline: true,
} as const;

/** Defaults of the options of images. */
export const imageDefaults = {
  width: 1280,
  height: 800,
  fullPage: true,
  deviceScaleFactor: 1,
  quality: 90,
  omitBackground: false,
} as const;
