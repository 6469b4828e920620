import type { FileResponse } from '../api/responses/file-response.ts';
import type { JobResponse } from '../api/responses/job-response.ts';
import { limits } from '../base/limits.ts';
import { jsonAnswer, retryAfterOf } from './answers.ts';
import { sleep } from './attempts.ts';
import type { Answer, Contracts, ConversionInput, ConversionName, Query } from './contracts.ts';
import { JobError, StorageError } from './errors.ts';
import { filesOf, formEntries, sizeOf } from './input-form.ts';
import { multipart } from './multipart.ts';
import { ProgressSum, type SendProgress } from './progress.ts';
import { type CallOptions, type ClientOptions, type RequestParts, Requests } from './requests.ts';
import { uploadFile, uploadLarge } from './uploads.ts';

export interface ConvertOptions extends CallOptions {
  /** Makes calls with the same one the same request, for 24 hours. Each call has one of its own when absent. */
  idempotencyKey?: string | undefined;
  /** Told how much of the files has been sent, where the platform can tell. */
  onProgress?: ((progress: SendProgress) => void) | undefined;
}

export interface WaitOptions extends CallOptions {
  /** Told the job each time that it is read before it has ended. */
  onProgress?: ((job: JobResponse) => void) | undefined;
  /** Milliseconds; without it, for as long as the job takes. */
  timeout?: number | undefined;
}

/** A job with its result. */
export type CompletedJob = JobResponse & { result: FileResponse };

/** Seconds of the first look at a job, so that short ones are told at once and long ones shown as begun. */
const firstWait = 2;

/**
 * Calls the service, from any platform with `fetch`. Requests that get no answer, or one that says the service is busy,
 * are sent again, POSTs with an idempotency key, so that nothing is done twice.
 *
 * All methods throw `ProblemError` for what the service refuses, `StorageError` for what storage does, `ConnectionError`
 * when there is no answer, and the reason of `signal` when that aborts.
 */
export class ConversionClient {
  readonly #requests: Requests;

  constructor(options: ClientOptions) {
    this.#requests = new Requests(options);
  }

  /**
   * Converts, and answers with the result's description, a list of them after a split, or the job of an office document.
   * Files that one request does not hold are uploaded before.
   */
  async convert<N extends ConversionName>(
    name: N,
    input: ConversionInput<N>,
    { onProgress, ...call }: ConvertOptions = {},
  ): Promise<Answer<N>> {
    const given = formEntries(input);
    const progress = new ProgressSum(filesOf(given), onProgress);
    const entries = await uploadLarge(this.#requests, given, progress, call);
    const body = multipart(entries);
    const onSent = progress.part(body.size, sizeOf(filesOf(entries)));
    return this.#requests.json(name, { body }, { ...call, onSent });
  }

  readonly mergePdf = this.#conversion('merge-pdf');
  readonly splitPdf = this.#conversion('split-pdf');
  readonly htmlFile = this.#conversion('html-file');
  readonly htmlUrl = this.#conversion('html-url');
  readonly convertDocx = this.#conversion('convert-docx');
  readonly convertXlsx = this.#conversion('convert-xlsx');
  readonly convertPptx = this.#conversion('convert-pptx');

  #conversion<N extends ConversionName>(name: N) {
    return (input: ConversionInput<N>, options?: ConvertOptions) => this.convert(name, input, options);
  }

  /** Uploads a file; for 24 hours the id stands for it wherever a file is expected. */
  upload(file: Blob, { onProgress, ...options }: ConvertOptions = {}): Promise<string> {
    return uploadFile(this.#requests, file, new ProgressSum([file], onProgress), options);
  }

  /** Deletes an upload at once, and frees its share of the open uploads of the key. */
  async deleteUpload(id: string, options?: CallOptions): Promise<void> {
    await this.send('delete-upload', { id }, options);
  }

  /** @param options `wait`: seconds to hold the answer until the job has ended; the service may answer sooner */
  getJob(id: string, { wait, ...options }: CallOptions & Query<'get-job'> = {}): Promise<JobResponse> {
    return this.#requests.json('get-job', { id, query: { wait } }, options);
  }

  /**
   * Waits until a job has completed.
   *
   * @throws JobError when it failed, was canceled, or its result deleted; DOMException `TimeoutError` after `timeout`
   */
  async waitForJob(
    job: string | Pick<JobResponse, 'id'>,
    { onProgress, timeout, signal, onRetry }: WaitOptions = {},
  ): Promise<CompletedJob> {
    const id = typeof job === 'string' ? job : job.id;
    const signals = [signal, timeout === undefined ? undefined : AbortSignal.timeout(timeout)];
    const until = AbortSignal.any(signals.filter((each) => each !== undefined));
    for (let wait = firstWait; ; wait = limits.jobWaitSeconds) {
      const { state, pause } = await this.#requests.send(
        'get-job',
        { id, query: { wait } },
        async (answer) => ({
          state: await jsonAnswer<JobResponse>(answer),
          pause: retryAfterOf(answer) ?? 1,
        }),
        { signal: until, onRetry },
      );
      if (state.status !== 'queued' && state.status !== 'processing') {
        if (state.result === null) throw new JobError(state);
        return { ...state, result: state.result };
      }
      onProgress?.(state);
      await sleep(pause * 1000, until);
    }
  }

  /** Your jobs of the last 7 days, newest first; further pages are read as they are needed. */
  async *jobs(
    query: Omit<Query<'list-jobs'>, 'cursor'> = {},
    options?: CallOptions,
  ): AsyncGenerator<JobResponse> {
    for (let cursor: string | null | undefined; cursor !== null;) {
      const parts = { query: { ...query, cursor } };
      const page: Answer<'list-jobs'> = await this.#requests.json('list-jobs', parts, options);
      yield* page.jobs;
      cursor = page.nextCursor;
    }
  }

  /** @throws ProblemError `job-not-finished`, `job-failed`, `job-canceled`, `gone` where there is no result */
  async jobResult(id: string, options?: CallOptions): Promise<FileResponse> {
    const { result } = await this.getJob(id, options);
    if (result) return result;
    // The service knows best why; should the job just have ended, it leads to the result instead.
    await (await this.send('get-job-result', { id }, options)).body?.cancel();
    return this.jobResult(id, options);
  }

  /** Cancels a job that has not ended, and deletes what it holds. */
  async deleteJob(id: string, options?: CallOptions): Promise<void> {
    await this.send('delete-job', { id }, options);
  }

  /** The description of a result, its URL signed anew. */
  getFile(id: string, options?: CallOptions): Promise<FileResponse> {
    return this.#requests.json('get-file', { id }, options);
  }

  /** Deletes a result at once; its URLs end with it. */
  async deleteFile(id: string, options?: CallOptions): Promise<void> {
    await this.send('delete-file', { id }, options);
  }

  /** The bytes of a result, as an answer to read them from. */
  async download(file: FileResponse | string, options: CallOptions = {}): Promise<Response> {
    const { id, url } = typeof file === 'string' ? await this.getFile(file, options) : file;
    try {
      return await this.#requests.toStorage('GET', url, undefined, options);
    } catch (error) {
      // URLs end after 15 minutes, files after 24 hours.
      const ended = typeof file !== 'string' && error instanceof StorageError && error.status === 403;
      if (!ended) throw error;
      return this.download(id, options);
    }
  }

  /** Completed conversions of the key by UTC day and operation: of the last 30 days, unless the query says otherwise. */
  usage(query: Query<'get-usage'> = {}, options?: CallOptions): Promise<Answer<'get-usage'>> {
    return this.#requests.json('get-usage', { query }, options);
  }

  health(options?: CallOptions): Promise<Answer<'health'>> {
    return this.#requests.json('health', {}, options);
  }

  /** One request as it is, with the errors and further tries of all. */
  send(
    name: keyof Contracts,
    parts: RequestParts,
    options?: CallOptions & { idempotencyKey?: string },
  ): Promise<Response> {
    return this.#requests.send(name, parts, (answer) => answer, options);
  }
}
