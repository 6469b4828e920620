import type { Evaluator } from '../../template/evaluator.ts';
import type { Properties } from '../../template/properties.ts';
import { TemplateError } from '../../template/template.ts';
import { functionArn, readIntegration } from './read-integration.ts';
import { responseTypes } from './response-types.ts';
import { checkSubstitutions } from './substitution.ts';
import type {
  GatewayResponseDefinition,
  Method,
  RestApi,
  Stage,
  Throttle,
  TokenAuthorizerDefinition,
  UsagePlan,
} from './rest-api.ts';

/**
 * Reads the template's REST API.
 *
 * @throws {TemplateError} if there is not exactly one API with one stage, or if it uses what the gateway does not
 *   serve: other authorizers, request validators, resource policies, caches, HTTP integrations.
 */
export function readRestApi(evaluator: Evaluator): RestApi {
  const logicalId = only(evaluator, 'AWS::ApiGateway::RestApi');
  const properties = evaluator.properties(logicalId);
  properties.ignore('Description', 'FailOnWarnings', 'Mode', 'Tags');
  const id = evaluator.idOf(logicalId);
  const stage = readStage(evaluator);
  const api: RestApi = {
    id,
    name: properties.string('Name', logicalId),
    stage,
    methods: readMethods(evaluator, evaluator.attributeOf(logicalId, 'RootResourceId')),
    // Slashes may be written as JSON pointers write them.
    binaryMediaTypes: properties
      .strings('BinaryMediaTypes')
      .map((type) => type.replace('~1', '/').toLowerCase()),
    apiKeySource: properties.string('ApiKeySourceType', 'HEADER') === 'AUTHORIZER' ? 'AUTHORIZER' : 'HEADER',
    gatewayResponses: readGatewayResponses(evaluator),
    usagePlans: readUsagePlans(evaluator, id, stage.name),
    streamIdleMilliseconds: streamIdleMilliseconds(properties),
  };
  properties.end();
  return api;
}

/** CloudFront, which is in front of edge-optimized APIs, waits less long. */
function streamIdleMilliseconds(api: Properties): number {
  const endpoint = api.object('EndpointConfiguration')?.ignore('IpAddressType', 'VpcEndpointIds');
  return (endpoint?.strings('Types') ?? ['EDGE']).includes('EDGE') ? 30_000 : 300_000;
}

function only(evaluator: Evaluator, type: string): string {
  const [first, ...others] = evaluator.resources(type);
  if (first === undefined || others.length > 0) {
    throw new TemplateError(
      `The local run serves one ${type}; the template has ${first ? others.length + 1 : 0}.`,
    );
  }
  return first;
}

function readStage(evaluator: Evaluator): Stage {
  const logicalId = only(evaluator, 'AWS::ApiGateway::Stage');
  const properties = evaluator.properties(logicalId);
  properties.ignore('AccessLogSetting', 'DeploymentId', 'Description', 'RestApiId', 'Tags', 'TracingEnabled');
  const stage: Stage = {
    name: properties.requiredString('StageName'),
    variables: properties.texts('Variables'),
    throttling: properties.objects('MethodSettings').flatMap((setting) => {
      setting.ignore('DataTraceEnabled', 'LoggingLevel', 'MetricsEnabled');
      const throttle = readThrottle(setting, 'ThrottlingRateLimit', 'ThrottlingBurstLimit');
      const path = setting.string('ResourcePath', '/*');
      const httpMethod = setting.string('HttpMethod', '*');
      // Resource paths are written with JSON pointer escapes: "/v1~1jobs" or "/~1v1~1jobs".
      return throttle
        ? [{ path: path.replace(/^\/(?=~1)/, '').replaceAll('~1', '/'), httpMethod, throttle }]
        : [];
    }),
  };
  properties.end();
  return stage;
}

function readMethods(evaluator: Evaluator, rootResourceId: string): Method[] {
  const resources = new Map<string, { parent: string; part: string }>();
  for (const logicalId of evaluator.resources('AWS::ApiGateway::Resource')) {
    const properties = evaluator.properties(logicalId).ignore('RestApiId');
    resources.set(evaluator.idOf(logicalId), {
      parent: properties.requiredString('ParentId'),
      part: properties.requiredString('PathPart'),
    });
    properties.end();
  }
  const pathOf = (id: string): string => {
    const resource = resources.get(id);
    return resource ? `${pathOf(resource.parent)}/${resource.part}` : '';
  };
  const authorizers = readAuthorizers(evaluator);
  return evaluator.resources('AWS::ApiGateway::Method').map((logicalId) => {
    const properties = evaluator.properties(logicalId);
    // Parameters and models are enforced by request validators only, and those are rejected by being unread.
    properties.ignore('MethodResponses', 'OperationName', 'RequestModels', 'RequestParameters', 'RestApiId');
    const resourceId = properties.requiredString('ResourceId');
    if (resourceId !== rootResourceId && !resources.has(resourceId)) {
      throw properties.errorOf('ResourceId', 'names no resource of this API');
    }
    const authorizer = readAuthorization(properties, authorizers);
    const method: Method = {
      httpMethod: properties.requiredString('HttpMethod').toUpperCase(),
      resourcePath: pathOf(resourceId) || '/',
      resourceId,
      ...(authorizer && { authorizer }),
      apiKeyRequired: properties.boolean('ApiKeyRequired', false),
      integration: readIntegration(properties),
    };
    properties.end();
    return method;
  });
}

function readAuthorization(
  properties: Properties,
  authorizers: ReadonlyMap<string, TokenAuthorizerDefinition>,
): TokenAuthorizerDefinition | undefined {
  const type = properties.string('AuthorizationType', 'NONE');
  if (type === 'NONE') {
    properties.ignore('AuthorizerId');
    return undefined;
  }
  if (type !== 'CUSTOM')
    throw properties.errorOf('AuthorizationType', `is ${type}, which is not served locally`);
  const authorizer = authorizers.get(properties.requiredString('AuthorizerId'));
  if (!authorizer) throw properties.errorOf('AuthorizerId', 'names no authorizer of this template');
  return authorizer;
}

function readAuthorizers(evaluator: Evaluator): Map<string, TokenAuthorizerDefinition> {
  const authorizers = evaluator.resources('AWS::ApiGateway::Authorizer').map((logicalId) => {
    const properties = evaluator.properties(logicalId);
    properties.ignore('AuthorizerCredentials', 'AuthType', 'Name', 'RestApiId');
    const type = properties.requiredString('Type');
    if (type !== 'TOKEN')
      throw properties.errorOf('Type', `is ${type}; only TOKEN authorizers are served locally`);
    const header = /^method\.request\.header\.(.+)$/.exec(properties.requiredString('IdentitySource'))?.[1];
    if (header === undefined)
      throw properties.errorOf('IdentitySource', 'is not method.request.header.<name>');
    const expression = properties.string('IdentityValidationExpression');
    const authorizer: TokenAuthorizerDefinition = {
      id: evaluator.idOf(logicalId),
      functionArn: functionArn(properties, 'AuthorizerUri'),
      header: header.toLowerCase(),
      validation: expression === undefined ? undefined : new RegExp(`^(?:${expression})$`),
      cacheSeconds: properties.number('AuthorizerResultTtlInSeconds', 300),
    };
    properties.end();
    return authorizer;
  });
  return new Map(authorizers.map((authorizer) => [authorizer.id, authorizer]));
}

function readGatewayResponses(evaluator: Evaluator): Map<string, GatewayResponseDefinition> {
  const responses = new Map<string, GatewayResponseDefinition>();
  for (const logicalId of evaluator.resources('AWS::ApiGateway::GatewayResponse')) {
    const properties = evaluator.properties(logicalId).ignore('RestApiId');
    const type = properties.requiredString('ResponseType');
    if (!Object.hasOwn(responseTypes, type))
      throw properties.errorOf('ResponseType', `is ${type}, which is unknown`);
    const parameters = Object.entries(properties.texts('ResponseParameters'));
    const headers = parameters.filter(([name]) => name.startsWith('gatewayresponse.header.'));
    const definition: GatewayResponseDefinition = {
      statusCode: properties.number('StatusCode'),
      headers: Object.fromEntries(
        headers.map(([name, value]) => [name.slice('gatewayresponse.header.'.length), value]),
      ),
      templates: properties.texts('ResponseTemplates'),
    };
    for (const template of Object.values(definition.templates))
      checkSubstitutions(template, properties.place);
    responses.set(type, definition);
    properties.end();
  }
  return responses;
}

function readUsagePlans(evaluator: Evaluator, apiId: string, stage: string): Map<string, UsagePlan> {
  const plans = evaluator.resources('AWS::ApiGateway::UsagePlan').map((logicalId) => {
    const properties = evaluator.properties(logicalId).ignore('Description', 'Tags');
    const stages = properties
      .objects('ApiStages')
      .filter((entry) => entry.string('ApiId') === apiId && entry.string('Stage') === stage);
    const methodThrottles = stages.flatMap((entry) => {
      const throttles = entry.object('Throttle');
      return throttles
        ? throttles.names().map((name) => [name, readPlanThrottle(throttles, name)] as const)
        : [];
    });
    const throttle = readPlanThrottle(properties, 'Throttle');
    const quota = properties.object('Quota');
    const plan: UsagePlan = {
      id: evaluator.idOf(logicalId),
      name: properties.string('UsagePlanName', logicalId),
      coversStage: stages.length > 0,
      ...(throttle && { throttle }),
      methodThrottles: new Map(
        methodThrottles.filter((entry): entry is [string, Throttle] => entry[1] !== undefined),
      ),
      ...(quota && {
        quota: { limit: quota.number('Limit', Infinity), period: period(quota) },
      }),
    };
    properties.end();
    return plan;
  });
  return new Map(plans.map((plan) => [plan.id, plan]));
}

function period(quota: Properties): 'DAY' | 'WEEK' | 'MONTH' {
  const value = quota.requiredString('Period');
  if (value === 'DAY' || value === 'WEEK' || value === 'MONTH') return value;
  throw quota.errorOf('Period', 'is none of DAY, WEEK and MONTH');
}

function readPlanThrottle(properties: Properties, name: string): Throttle | undefined {
  const throttle = properties.object(name);
  return throttle && readThrottle(throttle, 'RateLimit', 'BurstLimit');
}

function readThrottle(properties: Properties, rate: string, burst: string): Throttle | undefined {
  const rateLimit = properties.number(rate);
  const burstLimit = properties.number(burst);
  // A limit that is left out does not limit; -1 is how the console writes that.
  const limits = [rateLimit, burstLimit].filter((limit) => limit !== undefined && limit >= 0);
  if (limits.length === 0) return undefined;
  return { rateLimit: rateLimit ?? Infinity, burstLimit: burstLimit ?? rateLimit ?? Infinity };
}
