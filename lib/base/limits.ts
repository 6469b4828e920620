/** Limits that are part of the contract; everything that states or enforces one reads it here. Sizes in bytes. */
export const limits = {
  /** A multipart request that Lambda can take: 6 MB hold 4.5 MB in base64, with room for the event round it. */
  requestBody: 4_718_592,
  /** What is promised to fit in one request; also the largest answer that is sent as bytes. */
  inlineBody: 4_500_000,
  /** Parts in one multipart request. */
  parts: 300,
  /** One text field of a multipart request; a longer one is meant to be a file. */
  textField: 262_144,
  /** A JSON body. */
  jsonBody: 65_536,
  /** The password of a document, in characters; PDF has 127 bytes of UTF-8, Office 255 characters. */
  passwordCharacters: 255,
  /** The name of a file as a client gives it, in characters: it may be a path. Stored names have 255 bytes. */
  fileNameCharacters: 1024,
  /** All inputs of one request, uploads included. */
  totalInput: 250 * 1024 * 1024,
  mergeFiles: 100,
  splitRanges: 200,
  /** Processor time that work on PDFs may take, in milliseconds. */
  pdfMilliseconds: 20_000,
  /** An upload counts as at least this many bytes against the open uploads of its key. */
  leastCountedUpload: 64 * 1024,
  /** A synchronous conversion is answered within this many milliseconds of the gateway's receipt. */
  syncAnswerMilliseconds: 28_000,
  /** Presigned URLs; the credentials that sign them may not outlive more. */
  urlSeconds: 15 * 60,
  /** Files, uploads and results. */
  fileSeconds: 24 * 60 * 60,
  /** How long an `Idempotency-Key` stands for its first request; results outlive it, since they come later. */
  idempotencySeconds: 24 * 60 * 60,
  /** The longest that reading a job can wait for its end. */
  jobWaitSeconds: 20,
} as const;

/** How a client gets round the size of one request; part of every 413. */
export const uploadHint =
  'Send larger files with POST /api/uploads and give the upload id in place of the file part.';
