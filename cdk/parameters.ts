import { CfnParameter, type CfnParameterProps, type Stack } from 'aws-cdk-lib';
import type { JobQueueName } from '#lib/jobs/job-queue.ts';
import { limits } from '#lib/base/limits.ts';
import { functionTable } from './functions.ts';
import { defaultPauses } from '#lib/webhooks/pauses.ts';

/** The values of the stack parameters that apply to all plans. OPERATIONS.md describes each. */
export interface ServiceParameters {
  maxUploadMegabytes: string;
  /** Maximum number of jobs of each queue that run at the same time. */
  jobConcurrency: Readonly<Record<JobQueueName, number>>;
  /** Memory of the function that runs LibreOffice, in MB. */
  officeWorkerMegabytes: number;
  maxJobWaitSeconds: string;
  /** In the format of `ALLOWED_PRIVATE_HOSTS`. */
  allowedPrivateHosts: string;
  /** Seconds, separated by commas. */
  webhookPauseSeconds: string;
}

export function addParameters(stack: Stack): ServiceParameters {
  const add = (id: string, props: CfnParameterProps): CfnParameter => new CfnParameter(stack, id, props);
  const addConcurrency = (id: string, byDefault: number, description: string): number =>
    add(id, { type: 'Number', default: byDefault, minValue: 2, maxValue: 1000, description }).valueAsNumber;
  return {
    maxUploadMegabytes: add('MaxUploadMegabytes', {
      type: 'Number',
      default: 100,
      minValue: 1,
      maxValue: limits.totalInput / 1024 / 1024,
      description: 'Maximum size of an upload (POST /api/uploads) or of a file at a URL, in MiB.',
    }).valueAsString,
    jobConcurrency: {
      office: addConcurrency('OfficeConcurrency', 5, 'Maximum number of concurrent office conversions.'),
      html: addConcurrency(
        'HtmlJobConcurrency',
        2,
        'Maximum number of concurrent jobs that render pages. Each runs in two functions.',
      ),
      pdf: addConcurrency(
        'PdfJobConcurrency',
        2,
        'Maximum number of concurrent PDF jobs: merge, split, edit, images, text, thumbnails, files to PDF.',
      ),
    },
    officeWorkerMegabytes: add('OfficeWorkerMegabytes', {
      type: 'Number',
      default: functionTable['office-worker'].memory,
      minValue: 1769,
      maxValue: 10_240,
      description:
        'Memory of the function that converts office documents, in MB. New AWS accounts have at most 3008.',
    }).valueAsNumber,
    maxJobWaitSeconds: add('MaxJobWaitSeconds', {
      type: 'Number',
      default: 10,
      minValue: 0,
      maxValue: limits.jobWaitSeconds,
      description:
        'Maximum seconds that GET /api/jobs/{id} waits. A function runs while a client waits. 0 turns waiting off.',
    }).valueAsString,
    allowedPrivateHosts: add('AllowedPrivateHosts', {
      type: 'String',
      default: '',
      description:
        'Private hosts that pages, downloads, deliveries and webhooks can reach, separated by commas: intranet.example, 10.1.2.3:8080, 10.1.0.0/16. None when empty.',
    }).valueAsString,
    webhookPauseSeconds: add('WebhookPauseSeconds', {
      type: 'String',
      default: defaultPauses.join(','),
      allowedPattern: '^[0-9]{1,5}(,[0-9]{1,5}){0,14}$',
      constraintDescription: 'must be 1 to 15 numbers separated by commas',
      description: 'Seconds between the delivery attempts of a webhook, at most 39600 each.',
    }).valueAsString,
  };
}
