/** A filter gave more than it may. */
export class OutputLimitError extends RangeError {
  override readonly name = 'OutputLimitError';
}
