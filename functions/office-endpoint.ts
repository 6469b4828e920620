import type { Contract } from '#lib/api/contract.ts';
import type { contract as docx } from '#lib/api/contracts/convert-docx.ts';
import type { contract as pptx } from '#lib/api/contracts/convert-pptx.ts';
import type { contract as office } from '#lib/api/contracts/convert-office.ts';
import type { contract as xlsx } from '#lib/api/contracts/convert-xlsx.ts';
import { parsePlanCap } from '#lib/auth/plan-caps.ts';
import { openLog } from '#lib/base/observability/span-log.ts';
import { replayConversion } from '#lib/conversions/jobs/respond-accepted.ts';
import {
  type OfficeOperation,
  type OfficeSubmission,
  submitOffice,
} from '#lib/conversions/office/submit-office.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import { formReader } from '#lib/http/form-reader.ts';
import type { ParsedRequest } from '#lib/http/request.ts';
import type { ServiceResponse } from '#lib/http/response.ts';
import { responseModeOf } from '#lib/http/response-mode.ts';
import { JobDurations } from '#lib/jobs/job-durations.ts';
import { JobReservations } from '#lib/jobs/reserve-jobs.ts';
import { inputSources, openSubmission } from './open-submission.ts';
import '#lib/storage/s3/sdk.ts';
import '#lib/storage/sqs/sdk.ts';

type OfficeContract = typeof docx | typeof pptx | typeof xlsx | typeof office;

/** The handler that accepts office documents as jobs. */
export const officeEndpoint = (
  contract: OfficeContract,
  operation: OfficeOperation,
  environment: NodeJS.ProcessEnv,
) =>
  jobEndpoint(contract, environment, {
    submit: (request, submission) => submitOffice(operation, request, submission),
    isOneJob: true,
  });

interface JobConversion<C extends Contract> {
  submit: (request: ParsedRequest<C>, submission: OfficeSubmission) => Promise<ServiceResponse>;
  /** Whether its job counts as one open job: its slot is then taken when the call is counted. */
  isOneJob: boolean;
}

/** The handler of a conversion that is always a job, by default of the queue of office documents. */
export function jobEndpoint<C extends Contract>(
  contract: C,
  environment: NodeJS.ProcessEnv,
  { submit, isOneJob }: JobConversion<C>,
) {
  const stores = openSubmission(environment);
  const submission = {
    ...stores,
    held: {
      activity: stores.activity,
      cap: parsePlanCap('heldCalls', environment),
      durations: new JobDurations(),
    },
    unavailable: environment['OFFICE_UNAVAILABLE'],
  };
  const options = {
    logger: openLog(contract.name, environment),
    admission: isOneJob
      ? { ...stores.admission, jobs: new JobReservations(stores.activity, stores.openJobsCap) }
      : stores.admission,
    readForm: formReader(inputSources(stores)),
    idempotency: { requests: stores.requests, replay: replayConversion(stores) },
    responses: responseModeOf(environment),
  };
  return httpEndpoint(contract, options, (request) => submit(request, submission));
}
