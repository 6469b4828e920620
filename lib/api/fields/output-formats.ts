const pictureFormat = 'png';

/** The formats besides PDF to which office documents are converted, by the kind of document. */
export const outputFormats = {
  docx: ['docx', 'odt', 'rtf', 'txt', 'html', pictureFormat],
  xlsx: ['xlsx', 'ods', 'csv', 'html', pictureFormat],
  pptx: ['pptx', 'odp', pictureFormat],
} as const;

export type OutputFormat = (typeof outputFormats)[keyof typeof outputFormats][number];

/** All of them. */
export const outputFormatNames = [...new Set(Object.values(outputFormats).flat())] as [
  OutputFormat,
  ...OutputFormat[],
];
