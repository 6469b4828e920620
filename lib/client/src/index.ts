export {
  type Conversion,
  ConversionClient,
  type ConvertOptions,
  type WaitOptions,
} from './conversion-client.ts';
export { ConnectionError, JobError, ProblemError, StorageError } from './errors.ts';
export { inspectionOverview } from './inspection-overview.ts';
export { validationLines } from './validation-lines.ts';
export { type OperationName, routes } from './routes.ts';
export type {
  BookmarkInput,
  ConversionInputs,
  DocumentText,
  ErrorCode,
  FieldError,
  FileInput,
  FileResponse,
  InspectedBookmark,
  Inspection,
  JobConversionName,
  JobResponse,
  JobResults,
  Problem,
  Queries,
  ResponseBodies,
  Validation,
} from './api-types.ts';
export type {
  CompletedJob,
  ConversionInput,
  ConversionName,
  ConversionResult,
  Job,
  JobResult,
  Query,
  ResponseBody,
  TextConversion,
  WaitedResult,
} from './operation-types.ts';
export type { SendProgress } from './progress.ts';
export type { CallOptions, ClientOptions, RequestParts } from './requests.ts';
