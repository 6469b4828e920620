/** The programs that conversions need, which are in layers. Without one, its endpoints respond with 503. */
export const engines = {
  libreOffice: {
    layers: ['libreoffice', 'fonts'],
    endpoints: 'POST /api/convert/to-pdf, /docx-to-pdf, /xlsx-to-pdf, /pptx-to-pdf and /office',
    unavailable: 'This installation has no LibreOffice.',
  },
  chromium: {
    layers: ['chromium', 'fonts'],
    endpoints: 'POST /api/html/file and /api/html/url',
    unavailable: 'This installation has no Chromium.',
  },
} as const;

export type EngineName = keyof typeof engines;
