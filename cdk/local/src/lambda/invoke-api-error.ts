/** An error in the form that AWS SDKs turn into an exception of the same name. */
export class InvokeApiError extends Error {
  override readonly name: string;
  readonly statusCode: number;

  constructor(name: string, statusCode: number, message: string) {
    super(message);
    this.name = name;
    this.statusCode = statusCode;
  }
}
