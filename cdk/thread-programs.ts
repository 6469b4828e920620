// Programs of threads, as additional entry points of bundles: source files by name.

/** The program of a thread that works on PDFs. */
export const pdfPrograms = { 'pdf-worker': 'lib/conversions/pdf/worker.ts' };

/** The program of a thread that renders Markdown. */
export const markdownPrograms = { 'markdown-worker': 'lib/conversions/html/markdown/worker.ts' };

/** The program of a thread that reads mails. */
export const mailPrograms = { 'mail-worker': 'lib/conversions/html/mail/worker.ts' };

/** The program of a thread that draws and reads PDFs by PDFium. */
export const pdfiumPrograms = { 'pdfium-worker': 'lib/conversions/pdf/pdfium-worker.ts' };

/** The program of a thread that makes PDFs of pictures. */
export const picturePrograms = { 'picture-worker': 'lib/conversions/pdf/picture-worker.ts' };
