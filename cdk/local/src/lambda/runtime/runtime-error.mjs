/** An error of the runtime itself; `name` is what Lambda reports as `errorType`. */
export class RuntimeError extends Error {
  /**
   * @param {string} name for instance `Runtime.HandlerNotFound`
   * @param {string} message
   */
  constructor(name, message) {
    super(message);
    this.name = name;
  }
}

/**
 * The shape in which a runtime reports an error.
 *
 * @param {unknown} error anything that a function can throw
 * @returns {{ errorType: string; errorMessage: string; trace: string[] }}
 */
export function describeError(error) {
  if (!(error instanceof Error)) {
    return { errorType: typeof error, errorMessage: textOf(error), trace: [] };
  }
  return {
    errorType: String(error.name),
    errorMessage: String(error.message),
    trace: String(error.stack).split('\n'),
  };
}

/** `String(error)` throws for an object without a prototype, and for a `toString` that throws. */
function textOf(value) {
  try {
    return String(value);
  } catch {
    return 'unprintable value';
  }
}
