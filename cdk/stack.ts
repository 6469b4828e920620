import { CfnOutput, CfnParameter, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { contracts, unlistedContracts } from '#lib/api/contracts.ts';
import { plans, planNames } from '../lib/auth/plans.ts';
import { functionOf } from '#lib/api/contract.ts';
import { limits } from '#lib/base/limits.ts';
import { defaultPauses } from '../lib/webhooks/pauses.ts';
import { CustomDomain } from './constructs/custom-domain.ts';
import { DataStores } from './constructs/data-stores.ts';
import { EngineLayers } from './constructs/engine-layers.ts';
import { HttpApi } from './constructs/http-api.ts';
import { Monitoring } from './constructs/monitoring.ts';
import { OfficeConversion, workerStorage, workerTimeout } from './constructs/office-conversion.ts';
import { PlanCapParameters } from './constructs/plan-cap-parameters.ts';
import { Rendering, rendererStorage, rendererTimeout } from './constructs/rendering.ts';
import { ServiceFunction, type ServiceFunctionProps } from './constructs/service-function.ts';
import { UsagePlans } from './constructs/usage-plans.ts';
import { Webhooks, webhookSenderTimeout } from './constructs/webhooks.ts';
import type { LayerFolder } from './layer-folders.ts';
import { readSettings, readTags } from './settings.ts';

export interface FileConversionStackProps extends StackProps {
  /** Folder of the bundled functions. */
  bundles: string;
  version: string;
  /** Of the engines; what one is missing for answers 503. */
  layers: readonly LayerFolder[];
}

/** Memory in MB. Conversions hold all their input, and get the most that a new AWS account allows. */
const memory = { conversion: 3008, relay: 1024, other: 512 };

/** Of the endpoints that do more than look something up; what relays pages holds a request and its result. */
const ofMemory: Readonly<Record<string, number>> = {
  'merge-pdf': memory.conversion,
  'split-pdf': memory.conversion,
  'html-file': memory.relay,
  'html-url': memory.relay,
};

/** A little over the contract's 28 seconds; API Gateway gives up at 29. */
const answerTimeout = Duration.seconds(29);

/** The whole service. It only composes: each capability is a construct of its own. */
export class FileConversionStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { bundles, version, layers, ...props }: FileConversionStackProps,
  ) {
    super(scope, id, { description: 'File Conversion Service', tags: readTags(scope.node), ...props });
    const settings = readSettings(this.node);
    const maxUpload = new CfnParameter(this, 'MaxUploadMegabytes', {
      type: 'Number',
      default: 100,
      minValue: 1,
      maxValue: limits.totalInput / 1024 / 1024,
      description: 'The largest file that POST /api/uploads takes, in MiB.',
    });
    const officeConcurrency = new CfnParameter(this, 'OfficeConcurrency', {
      type: 'Number',
      default: 5,
      minValue: 2,
      maxValue: 1000,
      description: 'Office conversions at the same time.',
    });

    const maxJobWait = new CfnParameter(this, 'MaxJobWaitSeconds', {
      type: 'Number',
      default: 10,
      minValue: 0,
      maxValue: limits.jobWaitSeconds,
      description:
        'Seconds that GET /api/jobs/{id} waits at most. A function runs as long as a client waits; 0 turns it off.',
    });
    const allowedPrivateHosts = new CfnParameter(this, 'AllowedPrivateHosts', {
      type: 'String',
      default: '',
      description:
        'Hosts that pages and webhooks may reach though they are not public, separated by commas: intranet.example, 10.1.2.3:8080, 10.1.0.0/16. None when empty.',
    });
    const webhookPauses = new CfnParameter(this, 'WebhookPauseSeconds', {
      type: 'String',
      default: defaultPauses.join(','),
      allowedPattern: '^[0-9]{1,5}(,[0-9]{1,5}){0,14}$',
      constraintDescription: 'must be 1 to 15 numbers separated by commas',
      description: 'Seconds between the attempts to deliver a webhook, of at most 39600 each.',
    });

    const planCaps = new PlanCapParameters(this, 'PlanCaps');
    const stores = new DataStores(this, 'Data', settings);
    const addFunction = (
      name: string,
      memorySize: number,
      own: Partial<ServiceFunctionProps> = {},
    ): ServiceFunction =>
      new ServiceFunction(this, pascalCase(name), {
        bundles,
        name,
        memorySize,
        timeout: answerTimeout,
        logRetention: settings.logRetention,
        xray: settings.xray,
        ...own,
      });

    const authorizer = addFunction('authorizer', memory.other);
    stores.bindKeys(authorizer);
    const notFound = addFunction('not-found', memory.other);

    const worker = addFunction('office-worker', memory.conversion, {
      timeout: workerTimeout,
      ephemeralStorageSize: workerStorage,
    });
    const deadJob = addFunction('dead-job', memory.other);
    const sweep = addFunction('sweep', memory.other);
    const engineLayers = new EngineLayers(this, 'Layers', layers);
    const office = new OfficeConversion(this, 'Office', {
      stores,
      worker,
      deadJob,
      sweep,
      concurrency: officeConcurrency.valueAsNumber,
      layers: engineLayers,
    });
    const webhookSender = addFunction('webhook-sender', memory.other, { timeout: webhookSenderTimeout });
    const webhooks = new Webhooks(this, 'Webhooks', {
      stores,
      sender: webhookSender,
      pauseSeconds: webhookPauses.valueAsString,
      allowedPrivateHosts: allowedPrivateHosts.valueAsString,
    });
    webhooks.bindQueueing(worker);
    webhooks.bindQueueing(sweep);
    const renderer = addFunction('renderer', memory.conversion, {
      timeout: rendererTimeout,
      ephemeralStorageSize: rendererStorage,
      // Not even that: strangers' pages run in it.
      xray: false,
    });
    const rendering = new Rendering(this, 'Rendering', {
      renderer,
      layers: engineLayers,
      allowedPrivateHosts: allowedPrivateHosts.valueAsString,
    });
    const converts = (fn: ServiceFunction): void => {
      stores.bindConversion(fn);
      planCaps.bind(fn, 'runningConversions', 'monthlyDocuments');
    };
    const rendersPages = (fn: ServiceFunction): void => {
      converts(fn);
      rendering.bindRequests(fn, stores);
    };
    const submitsOffice = (fn: ServiceFunction): void => {
      office.bindSubmission(fn, stores);
      planCaps.bind(fn, 'openJobs', 'monthlyDocuments');
      webhooks.bindChecking(fn);
    };

    const bindings: Record<string, (fn: ServiceFunction) => void> = {
      'merge-pdf': converts,
      'split-pdf': converts,
      'html-file': rendersPages,
      'html-url': rendersPages,
      'get-file': (fn) => stores.bindFileReading(fn),
      'delete-file': (fn) => stores.bindFileDeletion(fn),
      'create-upload': (fn) => {
        stores.bindUploadCreation(fn, maxUpload.valueAsString);
        planCaps.bind(fn, 'openUploadMegabytes');
      },
      'delete-upload': (fn) => stores.bindUploadDeletion(fn),
      'convert-docx': submitsOffice,
      'convert-xlsx': submitsOffice,
      'convert-pptx': submitsOffice,
      'list-jobs': (fn) => stores.bindJobListing(fn),
      'get-job': (fn) => {
        stores.bindJobWaiting(fn);
        planCaps.bind(fn, 'heldCalls');
        fn.setVariables({ MAX_JOB_WAIT_SECONDS: maxJobWait.valueAsString });
      },
      'get-job-result': (fn) => stores.bindFileReading(fn),
      'delete-job': (fn) => stores.bindJobDeletion(fn),
      'get-usage': (fn) => stores.bindUsageReading(fn),
      health: (fn) => fn.setVariables({ SERVICE_VERSION: version }),
      docs: (fn) => stores.bindNaming(fn),
    };
    const routes = [...contracts, ...unlistedContracts];
    const functions = new Map(
      [...new Set(routes.map(functionOf))].map((name) => {
        const bind = bindings[name];
        if (!bind) throw new Error(`Nothing says what the function ${name} needs`);
        const fn = addFunction(name, ofMemory[name] ?? memory.other);
        bind(fn);
        return [name, fn.function] as const;
      }),
    );

    const { api, methods } = new HttpApi(this, 'Http', {
      contracts: routes,
      functions,
      authorizer: authorizer.function,
      notFound: notFound.function,
      logs: settings.apiLogs ? { retention: settings.logRetention } : undefined,
      xray: settings.xray,
    });
    const domain = settings.domain && new CustomDomain(this, 'Domain', { api, domain: settings.domain });
    const usagePlans = new UsagePlans(this, 'Plans', api, methods);
    new Monitoring(this, 'Monitoring', {
      api,
      functions: new Map([
        ...functions,
        ['authorizer', authorizer.function],
        ['not-found', notFound.function],
        ['office-worker', worker.function],
        ['renderer', renderer.function],
        ['dead-job', deadJob.function],
        ['sweep', sweep.function],
        ['webhook-sender', webhookSender.function],
      ]),
      office: {
        queue: office.queue,
        deadLetters: office.deadLetters,
        deadJob: deadJob.function,
        worker: worker.function,
        sweep: sweep.function,
      },
      webhooks: {
        queue: webhooks.queue,
        deadLetters: webhooks.deadLetters,
        sender: webhookSender.function,
      },
      renderer: renderer.function,
      alarmEmail: settings.alarmEmail,
    });

    const baseUrl = settings.domain ? `https://${settings.domain.domainName}` : api.url.replace(/\/$/, '');
    this.#output('BaseUrl', baseUrl, 'The address of the API.');
    this.#output('DocsUrl', `${baseUrl}/docs`, 'The reference, and a page to try it with.');
    this.#output(
      'FirstKey',
      `npm run keys -- create --plan pro --name "Acme" --stack ${this.stackName}`,
      'Makes a key.',
    );
    if (domain) this.#output('DomainTarget', domain.target, 'What the address of your own must lead to.');
    this.#output('KeysTableName', stores.keys.tableName, 'For npm run keys.');
    this.#output('JobsTableName', stores.jobs.tableName, 'For npm run keys.');
    this.#output('WebhookSecretsTableName', stores.webhookSecrets.tableName, 'For npm run keys.');
    this.#output('OfficeDeadLettersArn', office.deadLetters.queueArn, 'For npm run redrive.');
    this.#output('WebhookDeadLettersArn', webhooks.deadLetters.queueArn, 'For npm run redrive.');
    for (const plan of planNames) {
      this.#output(`${plans[plan].title}UsagePlanId`, usagePlans.ids[plan], 'For npm run keys.');
    }
  }

  #output(id: string, value: string, description: string): void {
    new CfnOutput(this, id, { value, description });
  }
}

const pascalCase = (name: string): string =>
  name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
