import { AppError, type AppErrorOptions, type ErrorCode } from '../../base/app-error.ts';

/** An error whose status and text are those of Gotenberg. */
export class FormError extends AppError {
  readonly status: number;
  /** The whole response, in Gotenberg's words. */
  readonly text: string;

  constructor(
    text: string,
    {
      status = 400,
      code = 'invalid-field',
      ...options
    }: AppErrorOptions & { status?: number; code?: ErrorCode } = {},
  ) {
    super(code, text, options);
    this.status = status;
    this.text = text;
  }
}

/** Collects all faults of a form, so that one response names them. */
export class FormFaults {
  readonly #faults: string[] = [];

  add(fault: string): void {
    this.#faults.push(fault);
  }

  /** @throws FormError if there are faults */
  check(): void {
    if (this.#faults.length > 0) throw new FormError(`Invalid form data: ${this.#faults.join('\n')}`);
  }
}
