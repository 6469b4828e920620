import type {
  ConversionInputs,
  DocumentText,
  JobConversionName,
  JobResponse,
  JobResults,
  Queries,
  ResponseBodies,
} from './api-types.ts';

export type ConversionName = keyof ConversionInputs;

/** The fields of a conversion: its files and its options. */
export type ConversionInput<N extends ConversionName> = ConversionInputs[N];

/** The fields of a conversion whose response is its result. A webhook makes it a job. */
export type ResultInput<N extends ConversionName> = ResponseBodies[N] extends JobResponse
  ? ConversionInputs[N]
  : Omit<ConversionInputs[N], 'webhookUrl'>;

/** The JSON that a call returns; `never` if its response has no body. */
export type ResponseBody<N extends keyof ResponseBodies> = ResponseBodies[N];

/** The query parameters of a call. */
export type Query<N extends keyof Queries> = Queries[N];

/** The result of a job: a file, or a list of files if the conversion creates several. */
export type JobResult = NonNullable<JobResponse['result']>;

/** A job whose result has that type. `JobResponse` is the job of any conversion. */
export interface Job<Result extends JobResult = JobResult> extends Omit<JobResponse, 'result'> {
  /** Null until the job is `completed`, and after the result was deleted. */
  result: Result | null;
}

/** A job with its result. */
export interface CompletedJob<Result extends JobResult = JobResult> extends Job<Result> {
  result: Result;
}

/** A conversion that returns a job for some files, and the result for others. */
type JobForSomeFiles = 'thumbnail';

/** What each conversion returns: the body of its response. */
type ConversionResults = {
  [N in ConversionName]: N extends JobConversionName
    ? ResponseBodies[N] extends JobResponse
      ? Job<JobResults[N]>
      : ResponseBodies[N] | (N extends JobForSomeFiles ? Job<JobResults[N]> : never)
    : ResponseBodies[N];
};

/** What a conversion returns: its result, or a job with the type of its result. */
export type ConversionResult<N extends ConversionName> = ConversionResults[N];

/** What a conversion returns that waits for its job: also the result of the job. */
export type WaitedResult<N extends JobConversionName> =
  ConversionResult<N> | (ResponseBodies[N] extends JobResponse ? JobResults[N] : never);

type TextInput = ResultInput<'pdf-text'>;

/** Extracts the text of a PDF: as a string, or as its positions if `format` is `json`. */
export interface TextConversion<Options> {
  (input: TextInput & { format: 'json' }, options?: Options): Promise<DocumentText>;
  (input: TextInput & { format?: 'text' | 'markdown' | undefined }, options?: Options): Promise<string>;
  (input: TextInput, options?: Options): Promise<ConversionResult<'pdf-text'>>;
}
