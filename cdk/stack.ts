import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { contracts, unlistedContracts } from '#lib/api/contracts.ts';
import { gotenbergContracts } from '#lib/gotenberg/contracts/contracts.ts';
import { jobQueueNames } from '#lib/jobs/job-queue.ts';
import { plans, planNames } from '#lib/auth/plans.ts';
import { Conformance } from './constructs/conformance.ts';
import { CustomDomain } from './constructs/custom-domain.ts';
import { DataStores } from './constructs/data-stores.ts';
import { EngineLayers } from './constructs/engine-layers.ts';
import { HttpApi } from './constructs/http-api.ts';
import { Jobs } from './constructs/jobs.ts';
import { Monitoring } from './constructs/monitoring.ts';
import { OfficeConversion } from './constructs/office-conversion.ts';
import { PlanCapParameters } from './constructs/plan-cap-parameters.ts';
import { Rendering } from './constructs/rendering.ts';
import { ServiceFunction } from './constructs/service-function.ts';
import { UsagePlans } from './constructs/usage-plans.ts';
import { Webhooks } from './constructs/webhooks.ts';
import { type FunctionName, functionNames, functionTable, pascalCase } from './functions.ts';
import type { LayerFolder } from './layer-folders.ts';
import { addParameters } from './parameters.ts';
import { responseTimes } from './response-times.ts';
import { readSettings, readTags } from './settings.ts';

export interface FileConversionStackProps extends StackProps {
  /** The folder of the bundled functions. */
  bundles: string;
  version: string;
  /** The layers with the engines. Endpoints whose engine is missing respond with 503. */
  layers: readonly LayerFolder[];
}

/** The whole service, composed of one construct per capability. */
export class FileConversionStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { bundles, version, layers, ...props }: FileConversionStackProps,
  ) {
    super(scope, id, { description: 'File Conversion Service', tags: readTags(scope.node), ...props });
    const settings = readSettings(this.node);
    const parameters = addParameters(this);
    const planCaps = new PlanCapParameters(this, 'PlanCaps');
    const stores = new DataStores(this, 'Data', settings);
    const { logRetention, xray } = settings;
    const responses = responseTimes(settings.responses);
    const functions = Object.fromEntries(
      functionNames.map((name) => [
        name,
        new ServiceFunction(this, pascalCase(name), { bundles, name, logRetention, xray, responses }),
      ]),
    ) as Record<FunctionName, ServiceFunction>;

    const engineLayers = new EngineLayers(this, 'Layers', layers);
    const { allowedPrivateHosts } = parameters;
    const jobs = new Jobs(this, 'Jobs', {
      workerTimeouts: {
        office: functions['office-worker'].timeout,
        html: functions['html-worker'].timeout,
        pdf: functions['pdf-worker'].timeout,
      },
      concurrency: parameters.jobConcurrency,
    });
    const office = new OfficeConversion({ unavailable: engineLayers.whyUnavailable('libreOffice') });
    const webhooks = new Webhooks(this, 'Webhooks', {
      senderTimeout: functions['webhook-sender'].timeout,
      pauseSeconds: parameters.webhookPauseSeconds,
      allowedPrivateHosts,
    });
    const rendering = new Rendering({
      renderer: functions.renderer,
      unavailable: engineLayers.whyUnavailable('chromium'),
      allowedPrivateHosts,
      responses,
    });
    const conformance = new Conformance({
      checker: functions['conformance-checker'],
      unavailable: engineLayers.whyUnavailable('veraPdf'),
    });
    const service = {
      stores,
      planCaps,
      jobs,
      office,
      rendering,
      conformance,
      webhooks,
      parameters,
      version,
    };
    for (const name of functionNames) {
      const { engine, bind } = functionTable[name];
      if (engine) engineLayers.addTo(functions[name], engine);
      bind?.(functions[name], service);
    }

    const { api, methods } = new HttpApi(this, 'Http', {
      contracts: [...contracts, ...unlistedContracts, ...gotenbergContracts],
      functions,
      logs: settings.apiLogs ? { retention: settings.logRetention } : undefined,
      xray: settings.xray,
      responses,
    });
    const domain = settings.domain && new CustomDomain(this, 'Domain', { api, domain: settings.domain });
    const usagePlans = new UsagePlans(this, 'Plans', api, methods);
    new Monitoring(this, 'Monitoring', {
      api,
      functions,
      jobs: jobs.queues,
      webhooks,
      alarmEmail: settings.alarmEmail,
    });

    const baseUrl = settings.domain ? `https://${settings.domain.domainName}` : api.url.replace(/\/$/, '');
    this.#output('BaseUrl', baseUrl, 'Base URL of the API.');
    this.#output('DocsUrl', `${baseUrl}/docs`, 'Reference, console and guides.');
    this.#output(
      'FirstKey',
      `npm run keys -- create --plan pro --name "Acme" --stack ${this.stackName}`,
      'Creates an API key.',
    );
    if (domain) this.#output('DomainTarget', domain.target, 'Target of the DNS record of the custom domain.');
    this.#output('KeysTableName', stores.keys.tableName, 'For npm run keys.');
    this.#output('JobsTableName', stores.jobs.tableName, 'For npm run keys.');
    this.#output('WebhookSecretsTableName', stores.webhookSecrets.tableName, 'For npm run keys.');
    for (const name of jobQueueNames) {
      const { deadLetters } = jobs.queues[name];
      this.#output(`${pascalCase(name)}DeadLettersArn`, deadLetters.queueArn, 'For npm run redrive.');
    }
    this.#output('WebhookDeadLettersArn', webhooks.deadLetters.queueArn, 'For npm run redrive.');
    for (const plan of planNames) {
      this.#output(`${plans[plan].title}UsagePlanId`, usagePlans.ids[plan], 'For npm run keys.');
    }
  }

  #output(id: string, value: string, description: string): void {
    new CfnOutput(this, id, { value, description });
  }
}
