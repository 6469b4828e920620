import type { ErrorCode, FieldError } from '../../base/app-error.ts';

/** The meaning of a code, and the text of an example response. */
interface Meaning {
  summary: string;
  detail: string;
  errors?: FieldError[];
}

const inField = (summary: string, field: string, message: string): Meaning => ({
  summary,
  detail: `${field}: ${message}.`,
  errors: [{ field, message }],
});

/** The closed table of codes, for readers. The examples are responses of the service. */
export const problemMeanings: Readonly<Record<ErrorCode, Meaning>> = {
  'invalid-request': {
    summary: 'Several fields are invalid for different reasons. `errors` lists each.',
    detail: '2 fields are not valid: files, outline.',
    errors: [
      { field: 'files', message: 'must have at least 2 files, not 1' },
      { field: 'outline', message: 'must be keep, files or none' },
    ],
  },
  'unsupported-content-type': {
    summary: 'The body has an unsupported content type.',
    detail: 'The Content-Type header must be multipart/form-data.',
  },
  'malformed-multipart': {
    summary:
      'The body is not valid `multipart/form-data`: it is truncated, lacks its boundary, or has data between parts.',
    detail: 'The body is truncated: its closing delimiter is missing.',
  },
  'missing-field': inField(
    'A required field is missing.',
    'file',
    'is required: a file part, an upload id, a file id or an https URL',
  ),
  'invalid-field': inField(
    'A field is unknown, repeated or has an invalid value, or an id names none of your uploads and results.',
    'outline',
    'must be keep, files or none',
  ),
  'empty-file': inField('A file is empty.', 'files[1]', 'is empty'),
  'invalid-file-type': inField(
    'A file has an unsupported type. Its content alone determines its type.',
    'file',
    'is not a PDF',
  ),
  'invalid-range': inField(
    'A list of page ranges is not valid, or includes pages that the document does not have.',
    'ranges',
    "'7-3' ends before it starts",
  ),
  'too-few-files': inField('The request has too few files.', 'files', 'must have at least 2 files, not 1'),
  'damaged-document': inField(
    'The document has the right type, but is damaged beyond repair.',
    'file',
    'is damaged: it contains no PDF objects',
  ),
  'password-required': inField(
    'The document is encrypted, and the request has no password for it.',
    'file',
    'is encrypted and needs a password',
  ),
  'wrong-password': inField(
    'The document cannot be opened with the given password.',
    'file',
    'cannot be opened with the given password',
  ),
  'url-not-allowed': inField(
    'The service does not access the URL: its address is not public, or its scheme is not supported.',
    'url',
    'must begin with http:// or https://, not ftp:',
  ),
  'url-unreachable': {
    summary:
      'A page or file could not be loaded: the host was not found, the connection failed, or the status was 400 or above.',
    detail: "'example.com' returned status 404 Not Found.",
  },
  'render-failed': inField(
    'The page was loaded, but could not be rendered as requested.',
    'selector',
    "'#chart' matches no element of the page",
  ),
  'render-timeout': {
    summary: 'The page was not rendered within the time limit.',
    detail: 'The page was not rendered in time.',
  },
  'conversion-timeout': {
    summary:
      'The conversion exceeded the time limit of a job, and again when it was retried in a fresh process.',
    detail: 'The document takes too long to convert. Two attempts failed.',
  },
  'conversion-crashed': {
    summary:
      'The converter crashed or exceeded the memory limit of a job, and again when it was retried in a fresh process.',
    detail: 'The converter crashed while it converted the document. Two attempts failed.',
  },
  unauthorized: {
    summary: 'The key is missing, malformed, unknown, revoked or expired.',
    detail: 'The API key is missing or not valid. Send "Authorization: Bearer <API key>".',
  },
  'not-found': {
    summary: 'The resource does not exist, or belongs to another key.',
    detail: 'The job does not exist.',
  },
  'job-not-finished': {
    summary: 'The job has no result yet.',
    detail: 'The job is processing. Retry shortly.',
  },
  'job-failed': {
    summary: 'The job failed and has no result. `detail` is the error of the job.',
    detail: 'The document is encrypted and needs a password.',
  },
  'job-canceled': {
    summary: 'The job was canceled and has no result.',
    detail: 'The job was canceled.',
  },
  'request-in-progress': {
    summary: 'The first request with this `Idempotency-Key` is still in progress.',
    detail: 'A request with this Idempotency-Key is still in progress.',
  },
  gone: {
    summary: 'The file was deleted, or expired after 24 hours.',
    detail: 'The result has expired. Results are stored for 24 hours.',
  },
  'file-too-large': {
    summary:
      'The request, a file or its content exceeds a limit. `detail` names the limit and, if there is one, an alternative.',
    detail:
      'The request is too large: the limit is 4500000 bytes. Upload larger files with POST /api/uploads, and send the ' +
      'upload id in place of the file part.',
  },
  'idempotency-key-reused': {
    summary: 'The `Idempotency-Key` was used with different fields or files.',
    detail: 'This Idempotency-Key was used with a different payload. Use a new key for a new request.',
  },
  'not-conformant': {
    summary: 'The PDF cannot be made to conform to the requested standard. `errors` has the clauses.',
    detail: "file: ISO 19005-2, 6.2.11.4.1: the font 'Arial' is not embedded (pages 1, 3).",
    errors: [
      { field: 'file', message: "ISO 19005-2, 6.2.11.4.1: the font 'Arial' is not embedded (pages 1, 3)" },
    ],
  },
  'rate-limited': {
    summary:
      "The plan's conversion limit for the current minute is reached, the key called this method too often, or the service receives too many requests.",
    detail: 'The free plan allows 10 conversions per minute. The next minute begins in 42 s.',
  },
  'too-many-requests': {
    summary: "The key has reached its plan's limit on concurrent synchronous conversions.",
    detail: 'The free plan allows 10 concurrent synchronous conversions. Retry when one has finished.',
  },
  'too-many-jobs': {
    summary: "The key has reached its plan's limit on open jobs.",
    detail:
      'The free plan allows 20 open jobs. Retry when one has finished, or cancel jobs with DELETE /api/jobs/{id}.',
  },
  'too-many-uploads': {
    summary: "The open uploads of the key have reached the plan's limit on their total size.",
    detail:
      'The free plan allows 1024 MiB of open uploads. Delete uploads that are no longer needed with DELETE /api/uploads/{id}, or retry later.',
  },
  'quota-exceeded': {
    summary: "The plan's monthly document quota is exhausted.",
    detail: 'The free plan allows 1000 documents per month. The next month begins on 2026-12-01.',
  },
  'internal-error': {
    summary: 'The service failed. Retry the same request.',
    detail: 'The service failed. Retry the request.',
  },
  unavailable: {
    summary:
      'The service is at capacity, a dependency does not respond, the key was created a moment ago, or the engine is not installed.',
    detail: 'The service is at capacity. Retry shortly.',
  },
};
