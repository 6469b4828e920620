import type { SpanLog } from '#lib/base/observability/span-log.ts';
import { ResultDelivery } from '#lib/conversions/deliveries/result-delivery.ts';
import { sendFileTo } from '#lib/conversions/deliveries/send-file.ts';
import { AllowedHosts } from '#lib/engines/egress/allowed-hosts.ts';

/** Seconds between the three attempts of a job to deliver a result. */
export const jobPauses: readonly number[] = [2, 10];

/** What sends results to the URLs of clients. Without `pauses`, it makes one attempt. */
export const openDeliveries = (
  environment: NodeJS.ProcessEnv,
  logger: SpanLog,
  pauses: readonly number[] = [],
): ResultDelivery =>
  new ResultDelivery({
    send: sendFileTo(AllowedHosts.parse(environment['ALLOWED_PRIVATE_HOSTS'] ?? '')),
    pauses,
    report: (attempt) => logger.info('delivery', { ...attempt }),
  });
