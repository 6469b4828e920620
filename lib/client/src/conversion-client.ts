import { limits } from '../../base/limits.ts';
import type { FileResponse, JobConversionName, JobResponse, JobResults } from './api-types.ts';
import { sleep } from './attempts.ts';
import type { OperationName } from './routes.ts';
import { JobError, StorageError } from './errors.ts';
import { filesOf, formEntries, sizeOf } from './input-form.ts';
import { multipart } from './multipart.ts';
import type {
  CompletedJob,
  ConversionInput,
  ConversionName,
  ConversionResult,
  Job,
  JobResult,
  Query,
  ResponseBody,
  ResultInput,
  TextConversion,
  WaitedResult,
} from './operation-types.ts';
import { ProgressSum, type SendProgress } from './progress.ts';
import { type CallOptions, type ClientOptions, type RequestParts, Requests } from './requests.ts';
import { readJson, readJsonOrText, retryAfterOf } from './responses.ts';
import { uploadFile, uploadLarge } from './uploads.ts';

export interface ConvertOptions extends CallOptions {
  /** Calls with the same key are one request, for 24 hours. Default: a new key for each call. */
  idempotencyKey?: string | undefined;
  /** Called with the bytes of the files that have been sent, if the platform reports them. */
  onProgress?: ((progress: SendProgress) => void) | undefined;
}

export interface WaitOptions extends Omit<CallOptions, 'timeout'> {
  /** Called with the job each time it is read before it ends. */
  onProgress?: ((job: JobResponse) => void) | undefined;
  /** Milliseconds for the whole wait, unlike the timeout of other calls. Default: unlimited. */
  timeout?: number | undefined;
}

/** Performs one kind of conversion; see `ConversionClient.convert`. */
export type Conversion<N extends ConversionName> = (
  input: ResultInput<N>,
  options?: ConvertOptions,
) => Promise<ConversionResult<N>>;

/** Seconds of the first wait: short jobs return immediately, and long ones are soon reported as processing. */
const firstWait = 2;

/**
 * Calls the service from any platform with `fetch`. Requests without a response, and responses with 429 or 5xx, are
 * retried. POST requests carry an idempotency key, so that nothing is done twice.
 *
 * Every method throws `ProblemError` for errors of the service, `StorageError` for errors of storage or of a proxy,
 * `ConnectionError` when there is no complete response, and the reason of `signal` when it aborts. Errors that callbacks
 * throw, or that occur when a file is read, are passed on.
 */
export class ConversionClient {
  readonly #requests: Requests;

  /** @throws TypeError when the base URL or the key is invalid */
  constructor(options: ClientOptions) {
    this.#requests = new Requests(options);
  }

  /**
   * Converts files. Returns the response of the operation: a file, a list of files, text or a report; or the job, for
   * conversions that always run as jobs. Files that do not fit into one request are uploaded first.
   */
  convert<N extends ConversionName>(
    name: N,
    input: ResultInput<N>,
    options?: ConvertOptions,
  ): Promise<ConversionResult<N>> {
    return this.#convert(name, input, {}, options);
  }

  /**
   * Converts files as a job, which may take ten minutes. Returns the job as soon as it is accepted; `waitForJob` returns
   * its result. With `webhookUrl`, the service reports the end of the job.
   */
  submit<N extends JobConversionName>(
    name: N,
    input: ConversionInput<N>,
    options?: ConvertOptions,
  ): Promise<Job<JobResults[N]>> {
    return this.#convert(name, input, { prefer: 'respond-async' }, options);
  }

  /**
   * As `convert`, but waits up to `seconds` for the result of a conversion that runs as a job. Returns the job if it has
   * not completed by then.
   */
  convertWithin<N extends JobConversionName>(
    seconds: number,
    name: N,
    input: ResultInput<N>,
    options?: ConvertOptions,
  ): Promise<WaitedResult<N>> {
    return this.#convert(name, input, { prefer: `wait=${seconds}` }, options);
  }

  async #convert<T>(
    name: ConversionName,
    input: object,
    headers: Readonly<Record<string, string>>,
    { onProgress, ...call }: ConvertOptions = {},
  ): Promise<T> {
    const given = formEntries(input);
    const progress = new ProgressSum(filesOf(given), onProgress);
    const entries = await uploadLarge(this.#requests, given, progress, call);
    const body = multipart(entries);
    const onSent = progress.part(body.size, sizeOf(filesOf(entries)));
    const read = name === 'pdf-text' ? readJsonOrText<T> : readJson<T>;
    return this.#requests.send(name, { headers, body }, read, { ...call, onSent });
  }

  readonly mergePdf: Conversion<'merge-pdf'> = (...call) => this.convert('merge-pdf', ...call);
  readonly splitPdf: Conversion<'split-pdf'> = (...call) => this.convert('split-pdf', ...call);
  readonly editPdf: Conversion<'edit-pdf'> = (...call) => this.convert('edit-pdf', ...call);
  readonly inspectPdf: Conversion<'inspect-pdf'> = (...call) => this.convert('inspect-pdf', ...call);
  readonly validatePdf: Conversion<'validate-pdf'> = (...call) => this.convert('validate-pdf', ...call);
  readonly pdfImages: Conversion<'pdf-images'> = (...call) => this.convert('pdf-images', ...call);
  readonly thumbnail: Conversion<'thumbnail'> = (...call) => this.convert('thumbnail', ...call);
  /** Returns the text, or its positions if `format` is `json`. */
  readonly pdfText = ((...call: Parameters<Conversion<'pdf-text'>>) =>
    this.convert('pdf-text', ...call)) as TextConversion<ConvertOptions>;
  readonly htmlFile: Conversion<'html-file'> = (...call) => this.convert('html-file', ...call);
  readonly htmlUrl: Conversion<'html-url'> = (...call) => this.convert('html-url', ...call);
  readonly htmlMarkdown: Conversion<'html-markdown'> = (...call) => this.convert('html-markdown', ...call);
  readonly convertDocx: Conversion<'convert-docx'> = (...call) => this.convert('convert-docx', ...call);
  readonly convertXlsx: Conversion<'convert-xlsx'> = (...call) => this.convert('convert-xlsx', ...call);
  readonly convertPptx: Conversion<'convert-pptx'> = (...call) => this.convert('convert-pptx', ...call);
  readonly toPdf: Conversion<'to-pdf'> = (...call) => this.convert('to-pdf', ...call);
  readonly convertOffice: Conversion<'convert-office'> = (...call) => this.convert('convert-office', ...call);

  /** Uploads a file and returns its upload id, which you can use in place of the file for 24 hours. */
  upload(file: Blob, { onProgress, ...options }: ConvertOptions = {}): Promise<string> {
    return uploadFile(this.#requests, file, new ProgressSum([file], onProgress), options);
  }

  /** Deletes an upload. It no longer counts towards the open uploads of the key. */
  async deleteUpload(id: string, options?: CallOptions): Promise<void> {
    await this.send('delete-upload', { id }, options);
  }

  /** @param options `wait`: seconds to wait for the end of the job; the service can respond earlier */
  getJob(id: string, { wait, ...options }: CallOptions & Query<'get-job'> = {}): Promise<JobResponse> {
    return this.#requests.json('get-job', { id, query: { wait } }, options);
  }

  /**
   * Waits until a job completes.
   *
   * @param job its id, or the job as a conversion or `submit` returned it: the result then has the type of that conversion
   * @throws JobError when it failed, was canceled, or its result was deleted; DOMException `TimeoutError` after `timeout`
   */
  async waitForJob<Result extends JobResult = JobResult>(
    job: string | { readonly id: string; readonly result?: Result | null },
    { onProgress, timeout, signal, onRetry }: WaitOptions = {},
  ): Promise<CompletedJob<Result>> {
    const id = typeof job === 'string' ? job : job.id;
    const signals = [signal, timeout === undefined ? undefined : AbortSignal.timeout(timeout)];
    const until = AbortSignal.any(signals.filter((each) => each !== undefined));
    for (let wait = firstWait; ;) {
      const { state, pause } = await this.#requests.send(
        'get-job',
        { id, query: { wait } },
        async (response) => ({
          state: await readJson<Job<Result>>(response),
          pause: retryAfterOf(response) ?? 1,
        }),
        { signal: until, onRetry },
      );
      if (state.status !== 'queued' && state.status !== 'processing') {
        if (state.result === null) throw new JobError(state);
        return { ...state, result: state.result };
      }
      onProgress?.(state);
      // Each wait shows how many files are converted.
      wait = state.progress ? firstWait : limits.jobWaitSeconds;
      await sleep(pause * 1000, until);
    }
  }

  /** The key's jobs of the last 7 days, newest first. Pages are read as they are needed. */
  async *jobs(
    query: Omit<Query<'list-jobs'>, 'cursor'> = {},
    options?: CallOptions,
  ): AsyncGenerator<JobResponse> {
    for (let cursor: string | null | undefined; cursor !== null;) {
      const parts = { query: { ...query, cursor } };
      const page: ResponseBody<'list-jobs'> = await this.#requests.json('list-jobs', parts, options);
      yield* page.jobs;
      cursor = page.nextCursor;
    }
  }

  /** @throws ProblemError `job-not-finished`, `job-failed`, `job-canceled` or `gone` when there is no result */
  async jobResult(id: string, options?: CallOptions): Promise<JobResult> {
    const { result } = await this.getJob(id, options);
    if (result) return result;
    // This call fails with the reason. It succeeds if the job has completed in the meantime.
    await (await this.send('get-job-result', { id }, options)).body?.cancel();
    return this.jobResult(id, options);
  }

  /** Cancels a job that has not ended, and deletes its input and result. */
  async deleteJob(id: string, options?: CallOptions): Promise<void> {
    await this.send('delete-job', { id }, options);
  }

  /** Describes a result, with a new presigned URL. */
  getFile(id: string, options?: CallOptions): Promise<FileResponse> {
    return this.#requests.json('get-file', { id }, options);
  }

  /** Deletes a result. Its URLs stop working. */
  async deleteFile(id: string, options?: CallOptions): Promise<void> {
    await this.send('delete-file', { id }, options);
  }

  /** Downloads a result. Read the bytes from the response. */
  async download(file: FileResponse | string, options: CallOptions = {}): Promise<Response> {
    const { id, url } = typeof file === 'string' ? await this.getFile(file, options) : file;
    try {
      return await this.#requests.toStorage('GET', url, undefined, options);
    } catch (error) {
      // URLs expire after 15 minutes, files after 24 hours.
      const ended = typeof file !== 'string' && error instanceof StorageError && error.status === 403;
      if (!ended) throw error;
      return this.download(id, options);
    }
  }

  /** Completed conversions of the key by UTC day and operation. Default: the last 30 days. */
  usage(query: Query<'get-usage'> = {}, options?: CallOptions): Promise<ResponseBody<'get-usage'>> {
    return this.#requests.json('get-usage', { query }, options);
  }

  health(options?: CallOptions): Promise<ResponseBody<'health'>> {
    return this.#requests.json('health', {}, options);
  }

  /** Sends one request, with the errors and retries of all methods. */
  send(
    name: OperationName,
    parts: RequestParts,
    options?: CallOptions & { idempotencyKey?: string },
  ): Promise<Response> {
    return this.#requests.send(name, parts, (response) => response, options);
  }
}
