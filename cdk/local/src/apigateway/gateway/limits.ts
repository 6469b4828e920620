import type { Bandwidth } from '../../bandwidth.ts';
import { maximumEventBytes } from '../../lambda/maximum-event-bytes.ts';

/**
 * Quotas of a REST API that cannot be raised.
 *
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html
 */
export const limits = {
  bodyBytes: 10 * 1024 * 1024,
  /** Of all header values together. */
  headerBytes: 10_240,
  urlCharacters: 10_240,
  /** Where an authorizer is asked. */
  methodArnBytes: 1600,
  lambdaEventBytes: maximumEventBytes,
};

/**
 * Of streamed responses: 10 MB without a limit, then 2 MB a second.
 *
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/response-transfer-mode.html
 */
export const gatewayBandwidth: Bandwidth = { burstBytes: 10 * 2 ** 20, bytesPerSecond: 2 * 2 ** 20 };
