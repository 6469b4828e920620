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
    summary: 'Several things of different kinds are wrong; `errors` names each.',
    detail: '2 fields are not valid: files, outline.',
    errors: [
      { field: 'files', message: 'must be given at least 2 times, not 1' },
      { field: 'outline', message: 'must be keep, files or none' },
    ],
  },
  'unsupported-content-type': {
    summary: 'The body is of another content type than the one described.',
    detail: 'Send multipart/form-data, not another content type.',
  },
  'malformed-multipart': {
    summary:
      'The body is no proper `multipart/form-data`: truncated, without boundary, or with rubbish in it.',
    detail: 'The body is truncated: its closing delimiter is missing.',
  },
  'missing-field': inField(
    'A field that is needed is absent.',
    'file',
    'is required: a file part or an upload id',
  ),
  'invalid-field': inField(
    'A field is unknown, repeated or has a bad value, or an upload id stands for nothing of yours.',
    'fileNames',
    'is not a field of this endpoint; its fields are files, pages, passwords, outline, metadata, fileName',
  ),
  'empty-file': inField('A file has no bytes.', 'files[1]', 'is empty'),
  'invalid-file-type': inField(
    'By its content, which alone decides, a file is of another type than is taken here.',
    'file',
    'is not a PDF',
  ),
  'invalid-range': inField(
    'A list of page ranges cannot be read, or names pages that the document does not have.',
    'ranges',
    "'7-3' ends before it starts",
  ),
  'too-few-files': inField(
    'There are fewer files than it takes.',
    'files',
    'must be given at least 2 times, not 1',
  ),
  'damaged-document': inField(
    'The document is of the right type, and broken beyond repair.',
    'file',
    'is damaged: it holds no PDF objects',
  ),
  'password-required': inField(
    'The document is encrypted, and no password came with it.',
    'file',
    'is encrypted and needs a password',
  ),
  'wrong-password': inField(
    'The document does not open with the password that came with it.',
    'file',
    'cannot be opened with the password given',
  ),
  'url-not-allowed': inField(
    'The URL leads where this service does not go: to addresses that are not public, or by another protocol.',
    'url',
    'must begin with http:// or https://, not ftp:',
  ),
  'url-unreachable': {
    summary:
      'The page could not be loaded: no such host, no connection, or an answer with a status of 400 or above.',
    detail: 'The page answered with status 404.',
  },
  'render-failed': {
    summary: 'The page was loaded and could not be rendered as asked.',
    detail: "selector: no element of the page matches '#chart'.",
  },
  'render-timeout': {
    summary: 'The page was not rendered in time.',
    detail: 'The page was not rendered in time.',
  },
  'conversion-timeout': {
    summary:
      'The document takes longer to convert than a job may take, also when tried again in a fresh process.',
    detail: 'The document takes too long to convert. It was tried twice.',
  },
  'conversion-crashed': {
    summary:
      'The document ends the converter, or takes more memory than a job may take, also when tried again in a fresh process.',
    detail: 'The converter ended unexpectedly while it converted the document. It was tried twice.',
  },
  unauthorized: {
    summary: 'The key is missing, malformed, unknown, revoked or expired.',
    detail: 'The API key is missing or not valid. Send "Authorization: Bearer <API key>".',
  },
  'not-found': {
    summary: 'There is no such thing, or it is of another key.',
    detail: 'There is no such job.',
  },
  'job-not-finished': {
    summary: 'The job has no result yet.',
    detail: 'The job is processing; ask again shortly.',
  },
  'job-failed': {
    summary: "The job has failed and has no result; `detail` is the job's own error.",
    detail: 'The document is encrypted; send its password as well.',
  },
  'job-canceled': {
    summary: 'The job was canceled and has no result.',
    detail: 'The job was canceled.',
  },
  'request-in-progress': {
    summary: 'The first request with this `Idempotency-Key` is still running.',
    detail: 'A request with this Idempotency-Key is still running.',
  },
  gone: {
    summary: 'The file has been deleted, or its 24 hours are over.',
    detail: 'The result has expired; results live 24 hours.',
  },
  'file-too-large': {
    summary: 'The request, a file or what is in it passes a limit; `detail` says which, and the way round.',
    detail:
      'The request is too large: one request takes 4500000 bytes. Send larger files with POST /api/uploads and give ' +
      'the upload id in place of the file part.',
  },
  'idempotency-key-reused': {
    summary: 'The `Idempotency-Key` came with other fields or files before.',
    detail: 'The Idempotency-Key came with another payload before; give a new request a new key.',
  },
  'rate-limited': {
    summary:
      "The plan's conversions of this minute are used up, the key called this method too often, or all callers together are too many.",
    detail: 'The free plan allows 10 conversions a minute. The next minute begins in 42 s.',
  },
  'too-many-requests': {
    summary: 'The key has as many synchronous conversions running as its plan allows.',
    detail: 'The free plan allows 10 synchronous conversions at the same time. Retry when one has ended.',
  },
  'too-many-jobs': {
    summary: 'The key has as many jobs that have not ended as its plan allows.',
    detail:
      'The free plan allows 20 open jobs. Retry when one has ended, or cancel jobs with DELETE /api/jobs/{id}.',
  },
  'too-many-uploads': {
    summary: 'The open uploads of the key have as many bytes as its plan allows.',
    detail:
      'The free plan allows 1024 MiB of open uploads. Delete uploads that are no longer needed with DELETE /api/uploads/{id}, or retry later.',
  },
  'quota-exceeded': {
    summary: 'The documents of this month are used up.',
    detail: 'The free plan allows 1000 documents a month. The next month begins on 2026-12-01.',
  },
  'internal-error': {
    summary: 'The service failed. The same request can be sent again.',
    detail: 'The service failed. The request can be sent again.',
  },
  unavailable: {
    summary:
      'There is no room right now, a store does not answer, the key was made a moment ago, or the installation lacks the engine.',
    detail: 'There is no room for one more rendering right now.',
  },
};
