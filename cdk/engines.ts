/** What conversions need from layers. Without one, the requests that need it get a 503 response. */
export const engines = {
  libreOffice: {
    layers: ['libreoffice', 'fonts'],
    endpoints: 'POST /api/convert/to-pdf, /docx-to-pdf, /xlsx-to-pdf, /pptx-to-pdf and /office',
    unavailable: 'LibreOffice is not installed in this deployment.',
  },
  chromium: {
    layers: ['chromium', 'fonts'],
    endpoints: 'POST /api/html/file, /api/html/markdown and /api/html/url',
    unavailable: 'Chromium is not installed in this deployment.',
  },
  veraPdf: {
    layers: ['verapdf'],
    endpoints: 'POST /api/pdf/validate, and conversions with pdfa or pdfua',
    unavailable: 'The validator for PDF/A and PDF/UA is not installed in this deployment.',
  },
  /** For the text of stamps and watermarks. Pictures of pages use them too, and are drawn without. */
  fonts: {
    layers: ['fonts'],
    endpoints: 'Stamps and watermarks with text',
    unavailable: 'The fonts are not installed in this deployment.',
  },
} as const;

export type EngineName = keyof typeof engines;
