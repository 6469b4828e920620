import { CfnParameter, type CfnParameterProps, type Stack } from 'aws-cdk-lib';
import type { JobQueueName } from '#lib/jobs/job-queue.ts';
import { limits } from '#lib/base/limits.ts';
import { defaultPauses } from '../lib/webhooks/pauses.ts';

/** The values of the stack parameters that concern all plans alike. OPERATIONS.md describes each. */
export interface ServiceParameters {
  maxUploadMegabytes: string;
  /** Maximum number of jobs of each queue that run at the same time. */
  jobConcurrency: Readonly<Record<JobQueueName, number>>;
  maxJobWaitSeconds: string;
  /** As `ALLOWED_PRIVATE_HOSTS` lists them. */
  allowedPrivateHosts: string;
  /** Separated by commas. */
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
      description: 'The largest file that POST /api/uploads takes, in MiB.',
    }).valueAsString,
    jobConcurrency: {
      office: addConcurrency('OfficeConcurrency', 5, 'Office conversions at the same time.'),
      html: addConcurrency(
        'HtmlJobConcurrency',
        2,
        'Jobs that render pages at the same time. Each takes two functions.',
      ),
      pdf: addConcurrency('PdfJobConcurrency', 2, 'Jobs that merge or split PDFs at the same time.'),
    },
    maxJobWaitSeconds: add('MaxJobWaitSeconds', {
      type: 'Number',
      default: 10,
      minValue: 0,
      maxValue: limits.jobWaitSeconds,
      description:
        'Seconds that GET /api/jobs/{id} waits at most. A function runs as long as a client waits; 0 turns it off.',
    }).valueAsString,
    allowedPrivateHosts: add('AllowedPrivateHosts', {
      type: 'String',
      default: '',
      description:
        'Hosts that pages and webhooks may reach though they are not public, separated by commas: intranet.example, 10.1.2.3:8080, 10.1.0.0/16. None when empty.',
    }).valueAsString,
    webhookPauseSeconds: add('WebhookPauseSeconds', {
      type: 'String',
      default: defaultPauses.join(','),
      allowedPattern: '^[0-9]{1,5}(,[0-9]{1,5}){0,14}$',
      constraintDescription: 'must be 1 to 15 numbers separated by commas',
      description: 'Seconds between the attempts to deliver a webhook, of at most 39600 each.',
    }).valueAsString,
  };
}
