/** Labels of fields whose names do not read as one. */
const labels: Readonly<Record<string, string>> = {
  pdfa: 'PDF/A',
  pdfua: 'PDF/UA',
  facturXProfile: 'Factur-X profile',
  facturXDocumentType: 'Factur-X document type',
  javascript: 'JavaScript',
  url: 'URL',
  webhookUrl: 'Webhook URL',
  deliverTo: 'Deliver to (URL)',
  span: 'Pages per part',
  maxBytes: 'Maximum size (bytes)',
  dpi: 'Resolution (dpi)',
  maxImageResolution: 'Maximum image resolution (dpi)',
  waitDelay: 'Wait delay (ms)',
  preferCssPageSize: 'Prefer CSS page size',
  failOnHttpError: 'Fail on HTTP errors',
  extraHttpHeaders: 'Extra HTTP headers',
  hideViewerMenubar: 'Hide viewer menu bar',
  exportBookmarksToPdfDestination: 'Export bookmarks as named destinations',
  convertOooTargetToPdfTarget: 'Link to PDFs instead of OpenDocument files',
};

/** The label of a field: `Paper width` for `paperWidth`. */
export const labelOf = (name: string): string =>
  labels[name] ??
  name
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^./, (first) => first.toUpperCase());
