/** The output of a filter exceeds its limit. */
export class OutputLimitError extends RangeError {
  override readonly name = 'OutputLimitError';
}
