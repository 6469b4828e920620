/** What an option of a PDF is where the request does not say. */
export const pdfDefaults = {
  pageSize: 'A4',
  marginMillimetres: 10,
  landscape: false,
  scale: 1,
  preferCssPageSize: true,
  printBackground: true,
  singlePage: false,
} as const;

/** What an option of a picture is where the request does not say. */
export const imageDefaults = {
  width: 1280,
  height: 800,
  fullPage: true,
  deviceScaleFactor: 1,
  quality: 90,
  omitBackground: false,
} as const;
