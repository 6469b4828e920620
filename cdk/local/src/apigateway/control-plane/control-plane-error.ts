const statusCodes = {
  BadRequestException: 400,
  ConflictException: 409,
  NotFoundException: 404,
  UnknownOperationException: 404,
} as const;

/** An error in the form that AWS SDKs turn into an exception of the same name. */
export class ControlPlaneError extends Error {
  override readonly name: keyof typeof statusCodes;
  readonly statusCode: number;

  constructor(name: keyof typeof statusCodes, message: string) {
    super(message);
    this.name = name;
    this.statusCode = statusCodes[name];
  }
}
