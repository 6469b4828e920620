/** Limits that are part of the contract. All code that documents or enforces one reads it here. Sizes in bytes. */
export const limits = {
  /** The most that can reach a function in one request: 6 MiB in base64. `inlineBody` is what is guaranteed to. */
  requestBody: 4_718_592,
  /** The size that is guaranteed to fit in one request. Also the largest response that is sent as bytes. */
  inlineBody: 4_500_000,
  /** Parts in one multipart request. */
  parts: 300,
  /** One text field of a multipart request. A longer one is probably meant as a file. */
  textField: 262_144,
  /** A JSON body. */
  jsonBody: 65_536,
  /** The password of a document, in characters. PDF allows 127 bytes of UTF-8, Office 255 characters. */
  passwordCharacters: 255,
  /** The name of a file as a client sends it, in characters. It may be a path. Stored names have at most 255 bytes. */
  fileNameCharacters: 1024,
  /** A URL in place of a file, in characters. Presigned URLs have up to two thousand. */
  urlCharacters: 8192,
  /** All URLs in place of files of one request, in characters. */
  totalUrlCharacters: 100_000,
  /** All inputs of one request, uploads, results and downloads included. */
  totalInput: 250 * 1024 * 1024,
  mergeFiles: 100,
  splitRanges: 200,
  /** Results of one split. */
  splitParts: 200,
  /** Pages of all PDFs of one request. */
  pdfPages: 50_000,
  /** Files attached to a PDF by one request. */
  attachments: 50,
  /** The XML of an electronic invoice. Real ones have some kilobytes. */
  invoiceBytes: 10_000_000,
  /** Stamps of one request, and watermarks, and the files that they draw. */
  overlays: 20,
  /** Fonts of one conversion. */
  fontFiles: 20,
  /** All fonts of one conversion, unpacked. */
  fontBytes: 20 * 1024 * 1024,
  /** Pixels of all pictures that a request brings for its pages. */
  picturePixels: 50_000_000,
  /** A Markdown file, and the template for its page. */
  markdownBytes: 5 * 1024 * 1024,
  templateBytes: 1024 * 1024,
  /** A mail. */
  mailBytes: 50 * 1024 * 1024,
  /** Pages that one request draws. */
  drawnPages: 500,
  /** Pixels of the picture of a page. */
  drawnPixels: 100_000_000,
  /** Pixels of all pictures that one request draws. */
  totalDrawnPixels: 1_000_000_000,
  drawnDotsPerInch: 600,
  /** Width of the picture of a page, in pixels. */
  drawnWidth: 20_000,
  leastThumbnailWidth: 16,
  thumbnailWidth: 2000,
  /** Characters that one request reads. */
  textCharacters: 20_000_000,
  /** Processor time for PDF operations, in milliseconds. */
  pdfMilliseconds: 20_000,
  /** Uploads that one request creates: as many as a merge has files. */
  batchUploads: 100,
  /** An upload counts as at least this many bytes against the open uploads of its key. */
  leastCountedUpload: 64 * 1024,
  /** A synchronous conversion gets a response within this many milliseconds of the gateway's receipt. */
  syncResponseMilliseconds: 28_000,
  /** Lifetime of presigned URLs. The credentials that sign them must be valid for at least as long. */
  urlSeconds: 15 * 60,
  /** Lifetime of files: uploads and results. */
  fileSeconds: 24 * 60 * 60,
  /** How long an `Idempotency-Key` identifies its first request. Results outlive it, since they are created later. */
  idempotencySeconds: 24 * 60 * 60,
  /** The longest time for which reading a job can wait for its end. */
  jobWaitSeconds: 20,
} as const;

/** Explains how to send more than fits in one request. Part of every 413 response. */
export const uploadHint =
  'Upload larger files with POST /api/uploads, and send the upload id in place of the file part.';
