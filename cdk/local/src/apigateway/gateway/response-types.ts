/** A response that API Gateway sends by itself unless the API defines another. */
export interface ResponseType {
  /** Undefined for the two fallbacks, which take the status of the problem at hand. */
  statusCode?: number;
  /** `$context.error.message`; null is what AWS itself sends for a broken authorizer. */
  message: string | null;
  /** The `x-amzn-ErrorType` header. */
  errorType: string;
}

/**
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html
 */
export const responseTypes = {
  ACCESS_DENIED: {
    statusCode: 403,
    message: 'User is not authorized to access this resource',
    errorType: 'AccessDeniedException',
  },
  API_CONFIGURATION_ERROR: {
    statusCode: 500,
    message: 'Internal server error',
    errorType: 'InternalServerErrorException',
  },
  AUTHORIZER_CONFIGURATION_ERROR: {
    statusCode: 500,
    message: null,
    errorType: 'AuthorizerConfigurationException',
  },
  AUTHORIZER_FAILURE: { statusCode: 500, message: null, errorType: 'AuthorizerFailureException' },
  BAD_REQUEST_BODY: { statusCode: 400, message: 'Invalid request body', errorType: 'BadRequestException' },
  BAD_REQUEST_PARAMETERS: { statusCode: 400, message: 'Bad Request', errorType: 'BadRequestException' },
  DEFAULT_4XX: { message: 'Bad Request', errorType: 'BadRequestException' },
  DEFAULT_5XX: { message: 'Internal server error', errorType: 'InternalServerErrorException' },
  EXPIRED_TOKEN: { statusCode: 403, message: 'Forbidden', errorType: 'ExpiredTokenException' },
  INTEGRATION_FAILURE: {
    statusCode: 504,
    message: 'Internal server error',
    errorType: 'InternalServerErrorException',
  },
  INTEGRATION_TIMEOUT: {
    statusCode: 504,
    message: 'Endpoint request timed out',
    errorType: 'InternalServerErrorException',
  },
  INVALID_API_KEY: { statusCode: 403, message: 'Forbidden', errorType: 'ForbiddenException' },
  INVALID_SIGNATURE: { statusCode: 403, message: 'Forbidden', errorType: 'IncompleteSignatureException' },
  MISSING_AUTHENTICATION_TOKEN: {
    statusCode: 403,
    message: 'Missing Authentication Token',
    errorType: 'MissingAuthenticationTokenException',
  },
  QUOTA_EXCEEDED: { statusCode: 429, message: 'Limit Exceeded', errorType: 'LimitExceededException' },
  REQUEST_TOO_LARGE: { statusCode: 413, message: 'Request Too Long', errorType: 'RequestTooLargeException' },
  RESOURCE_NOT_FOUND: { statusCode: 404, message: 'Not Found', errorType: 'ResourceNotFoundException' },
  THROTTLED: { statusCode: 429, message: 'Too Many Requests', errorType: 'TooManyRequestsException' },
  UNAUTHORIZED: { statusCode: 401, message: 'Unauthorized', errorType: 'UnauthorizedException' },
  UNSUPPORTED_MEDIA_TYPE: {
    statusCode: 415,
    message: 'Unsupported Media Type',
    errorType: 'BadRequestException',
  },
  WAF_FILTERED: { statusCode: 403, message: 'Forbidden', errorType: 'ForbiddenException' },
} as const satisfies Record<string, ResponseType>;

export type ResponseTypeName = keyof typeof responseTypes;

/** The gateway responds to a request by itself, with the gateway response of this type. */
export class GatewayFailure extends Error {
  override readonly name = 'GatewayFailure';
  readonly type: ResponseTypeName;
  readonly statusCode: number;
  /** `$context.error.message`. */
  readonly publicMessage: string | null;
  /** The `x-amzn-ErrorType` header. */
  readonly errorType: string;

  /**
   * @param details `statusCode` is needed for the fallback types, which have none of their own. `reason` is for the
   *   developer's log only.
   */
  constructor(
    type: ResponseTypeName,
    details: { statusCode?: number; message?: string; errorType?: string; reason?: string } = {},
  ) {
    super(details.reason ?? type);
    const defaults: ResponseType = responseTypes[type];
    this.type = type;
    this.statusCode = details.statusCode ?? defaults.statusCode ?? (type === 'DEFAULT_4XX' ? 400 : 500);
    this.publicMessage = details.message ?? defaults.message;
    this.errorType = details.errorType ?? defaults.errorType;
  }
}

/** @param error what the function failed with, for the developer's log */
export function functionFailed(error: string): GatewayFailure {
  return new GatewayFailure('DEFAULT_5XX', { statusCode: 502, reason: `the function failed: ${error}` });
}
