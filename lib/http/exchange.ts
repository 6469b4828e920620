import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import type { AppError } from '../base/app-error.ts';
import type { Principal } from '../auth/authorizer.ts';
import type { RateStatus } from '../auth/rate-limit.ts';
import type { ProxyResult } from './proxy-result.ts';

/** State that the middlewares of one exchange share: middy's `request.internal`. */
export interface Exchange {
  requestId: string;
  principal: Principal;
  rate: RateStatus;
  /** The error that the response reports. */
  rejection: AppError;
}

/** A middleware of the chain that all endpoints share. */
export type Chain = MiddlewareObj<APIGatewayProxyEvent, ProxyResult, Error, Context, Partial<Exchange>>;
