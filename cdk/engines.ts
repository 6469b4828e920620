/** What conversions need from layers. Without one, the requests that need it get a 503 response. */
export const engines = {
  libreOffice: {
    layers: ['libreoffice', 'fonts'],
    endpoints: 'POST /api/convert/to-pdf, /docx-to-pdf, /xlsx-to-pdf, /pptx-to-pdf and /office',
    unavailable: 'This installation has no LibreOffice.',
  },
  chromium: {
    layers: ['chromium', 'fonts'],
    endpoints: 'POST /api/html/file, /api/html/markdown and /api/html/url',
    unavailable: 'This installation has no Chromium.',
  },
  veraPdf: {
    layers: ['verapdf'],
    endpoints: 'POST /api/pdf/validate, and conversions with pdfa or pdfua',
    unavailable: 'This installation has no validator for PDF/A and PDF/UA.',
  },
  /** For the text of stamps and watermarks. Pictures of pages use them too, and are drawn without. */
  fonts: {
    layers: ['fonts'],
    endpoints: 'Stamps and watermarks with text',
    unavailable: 'This installation has no fonts.',
  },
} as const;

export type EngineName = keyof typeof engines;
