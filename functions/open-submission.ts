import { requireVariables } from '#lib/base/environment.ts';
import { AllowedHosts } from '#lib/engines/egress/allowed-hosts.ts';
import { openJobSubmission, submissionVariables } from '#lib/storage/open-stores.ts';

/** What accepts the conversions of an endpoint as jobs of its queue. */
export const openSubmission = (environment: NodeJS.ProcessEnv) => ({
  ...openJobSubmission(requireVariables(environment, ...submissionVariables)),
  allowedHosts: AllowedHosts.parse(environment['ALLOWED_PRIVATE_HOSTS'] ?? ''),
});
