import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { functionsOf, template, variablesOf } from '../../support/template.ts';

/** The response mode of an endpoint that returns files. */
const responses = ['INLINE_RESPONSE_MEGABYTES', 'RESPONSE_SECONDS', 'RESPONSE_TRANSFER_MODE'];

const stores = ['BUCKET_NAME', 'JOBS_TABLE_NAME'];
const queue = ['JOB_QUEUE', 'JOB_QUEUE_URL'];
const downloads = ['ALLOWED_PRIVATE_HOSTS', 'MAX_UPLOAD_MEGABYTES'];
const submission = [...responses, ...stores, ...queue, ...downloads, 'MONTHLY_DOCUMENTS', 'OPEN_JOBS'];
const office = [...submission, 'HELD_CALLS'];
/** The variables of a conversion that responds with its result or with a job. */
const conversion = [...submission, 'RUNNING_CONVERSIONS'];
/** For the text and the SVG documents of stamps. */
const stamps = ['CHECKER_FUNCTION_NAME', 'FONTS_CONF', 'RENDERER_FUNCTION_NAME'];
/** `PDF_QUEUE_URL` is the queue of jobs with parts. */
const worker = [...stores, ...queue, ...downloads, 'WEBHOOK_QUEUE_URL', 'PDF_QUEUE_URL'];

/** A property's value: with a reference to a parameter, its default. */
const defaultOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'Ref' in value
    ? template.findParameters(String(value.Ref))[String(value.Ref)]?.['Default']
    : value;

describe('functions', () => {
  it.each([
    ['Authorizer', 512, 29, ['KEYS_TABLE_NAME']],
    ['NotFound', 512, 29, []],
    [
      'OfficeWorker',
      { Ref: 'OfficeWorkerMegabytes' },
      120,
      [...worker, ...responses, ...stamps, 'LIBREOFFICE_ROOT'],
    ],
    ['HtmlWorker', 1024, 660, [...worker, ...responses, ...stamps]],
    ['PdfWorker', 3008, 660, [...worker, ...responses, ...stamps, 'OFFICE_QUEUE_URL', 'HTML_QUEUE_URL']],
    ['DeadJob', 512, 29, ['JOBS_TABLE_NAME']],
    [
      'Sweep',
      512,
      29,
      ['JOBS_TABLE_NAME', 'OFFICE_QUEUE_URL', 'HTML_QUEUE_URL', 'PDF_QUEUE_URL', 'WEBHOOK_QUEUE_URL'],
    ],
    [
      'WebhookSender',
      512,
      30,
      [
        ...stores,
        'ALLOWED_PRIVATE_HOSTS',
        'WEBHOOK_PAUSE_SECONDS',
        'WEBHOOK_QUEUE_URL',
        'WEBHOOK_SECRETS_TABLE_NAME',
      ],
    ],
    [
      'Renderer',
      3008,
      660,
      ['ALLOWED_PRIVATE_HOSTS', 'CHROMIUM_ROOT', 'FONTS_CONF', 'RESPONSE_TRANSFER_MODE'],
    ],
    ['MergePdf', 3008, 69, [...conversion, ...stamps]],
    ['SplitPdf', 3008, 69, [...conversion, ...stamps]],
    ['EditPdf', 3008, 69, [...conversion, ...stamps]],
    ['HtmlFile', 1024, 69, [...conversion, ...stamps]],
    ['HtmlUrl', 1024, 69, [...conversion, ...stamps]],
    ['ConvertDocx', 512, 69, office],
    ['ConvertXlsx', 512, 69, office],
    ['ConvertPptx', 512, 69, office],
    ['ListJobs', 512, 29, stores],
    ['GetJob', 512, 29, [...stores, 'HELD_CALLS', 'MAX_JOB_WAIT_SECONDS']],
    ['GetJobResult', 512, 29, stores],
    ['DeleteJob', 512, 29, stores],
    ['GetFile', 512, 29, stores],
    ['DeleteFile', 512, 29, stores],
    ['CreateUpload', 512, 29, [...stores, 'MAX_UPLOAD_MEGABYTES', 'OPEN_UPLOAD_MEGABYTES']],
    ['DeleteUpload', 512, 29, stores],
    ['GetUsage', 512, 29, ['JOBS_TABLE_NAME']],
    ['Health', 512, 29, ['SERVICE_VERSION']],
    ['Docs', 512, 29, ['BUCKET_NAME']],
  ])('%s has %j MB, %i s and its environment variables', (name, memory, seconds, variables) => {
    const fn = functionsOf().get(name);
    expect(fn?.Properties).toMatchObject({ MemorySize: memory, Timeout: seconds });
    expect(fn && Object.keys(variablesOf(fn)).sort()).toEqual([...variables, 'METRICS_NAMESPACE'].sort());
  });

  it('run on Node.js 24 within the memory limit of new accounts', () => {
    for (const { Properties } of functionsOf().values()) {
      expect(Properties).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['x86_64'] });
      expect(defaultOf(Properties['MemorySize'])).toBeLessThanOrEqual(3008);
      expect(Properties).not.toHaveProperty('ReservedConcurrentExecutions');
      expect(Properties).not.toHaveProperty('FunctionName');
    }
  });

  it('publish their metrics in a namespace with the name of the stack', () => {
    for (const { Properties } of functionsOf().values()) {
      expect(Properties['Environment']).toMatchObject({ Variables: { METRICS_NAMESPACE: 'Test' } });
    }
  });

  it('have log groups that are deleted with the stack', () => {
    // Lambda creates a log group for a function without one, and no stack deletes it.
    template.allResourcesProperties('AWS::Lambda::Function', {
      LoggingConfig: { LogGroup: Match.anyValue() },
    });
    template.allResources('AWS::Logs::LogGroup', {
      DeletionPolicy: 'Delete',
      Properties: { RetentionInDays: 30 },
    });
  });
});
