import type { contract as docx } from '#lib/api/contracts/convert-docx.ts';
import type { contract as pptx } from '#lib/api/contracts/convert-pptx.ts';
import type { contract as xlsx } from '#lib/api/contracts/convert-xlsx.ts';
import { requireVariables } from '#lib/base/environment.ts';
import { openLog } from '#lib/base/observability/span-log.ts';
import { replayAccepted, submitOffice } from '#lib/conversions/office/submit-office.ts';
import { AllowedHosts } from '#lib/engines/egress/allowed-hosts.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import { formReader } from '#lib/http/form-reader.ts';
import { openJobSubmission, submissionVariables } from '#lib/storage/open-stores.ts';

/** The handler that accepts one kind of office document as a job. */
export function officeEndpoint(
  kind: Parameters<typeof submitOffice>[0],
  contract: typeof docx | typeof pptx | typeof xlsx,
  environment: NodeJS.ProcessEnv,
) {
  const stores = openJobSubmission(requireVariables(environment, ...submissionVariables));
  const submission = {
    ...stores,
    unavailable: environment['OFFICE_UNAVAILABLE'],
    allowedHosts: AllowedHosts.parse(environment['ALLOWED_PRIVATE_HOSTS'] ?? ''),
  };
  const options = {
    logger: openLog(contract.name, environment),
    admission: stores.admission,
    readForm: formReader(stores.uploads),
    idempotency: { requests: stores.requests, replay: replayAccepted(submission) },
  };
  return httpEndpoint(contract, options, (request) => submitOffice(kind, request, submission));
}
