import { AppError, combineFaults, type ErrorCode, type FieldFault } from './app-error.ts';

export interface InputFaultOptions extends ErrorOptions {
  /** Whether the same input can be accepted later. Default: as the table of error codes says. */
  retryable?: boolean;
}

/**
 * What is wrong with an input, thrown by code that does not know in which field of a request the input came, or whether
 * it came in one. The caller that knows turns it into an {@link AppError}.
 */
export class InputFault extends Error {
  override readonly name = 'InputFault';
  readonly code: ErrorCode;
  /** Public: the sentence about the input without its subject and its period, such as `has no pages`. */
  readonly predicate: string;
  readonly retryable: boolean | undefined;

  constructor(code: ErrorCode, predicate: string, options?: InputFaultOptions) {
    super(sentence('The input', predicate), options);
    this.code = code;
    this.predicate = predicate;
    this.retryable = options?.retryable;
  }

  /** The error for a request that has the input in `field`. */
  inField(field: string): AppError {
    return AppError.inField(this.code, field, this.predicate, { cause: this, retryable: this.retryable });
  }

  /** As `inField`, but to be combined with other faults of the request. */
  asFieldFault(field: string): FieldFault {
    return { code: this.code, field, message: this.predicate, retryable: this.retryable };
  }

  /**
   * The error outside of a request, where no field has a name.
   *
   * @param subject names the input: `The document`
   */
  about(subject: string): AppError {
    return new AppError(this.code, sentence(subject, this.predicate), {
      cause: this,
      retryable: this.retryable,
    });
  }
}

/** What is wrong with an option of the request, found by the engine that applies it. */
export class OptionFault extends InputFault {
  readonly faults: readonly FieldFault[];

  /** @param faults at least one */
  constructor(faults: readonly FieldFault[]) {
    super('invalid-field', 'does not suit the options of the request');
    this.faults = faults;
  }

  /** Names the fields of the options, whatever field has the input. */
  override inField(): AppError {
    return combineFaults(this.faults);
  }
}

const sentence = (subject: string, predicate: string): string => `${subject} ${predicate}.`;
