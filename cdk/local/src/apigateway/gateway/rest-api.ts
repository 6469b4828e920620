/** A REST API with its one deployed stage, as the gateway serves it. */
export interface RestApi {
  id: string;
  name: string;
  stage: Stage;
  methods: Method[];
  /** Media types whose bodies are bytes, for instance `image/png` or any type. */
  binaryMediaTypes: string[];
  /** Where the API key of a request comes from. */
  apiKeySource: 'HEADER' | 'AUTHORIZER';
  /** By response type, for instance `THROTTLED`. */
  gatewayResponses: ReadonlyMap<string, GatewayResponseDefinition>;
  /** By id. */
  usagePlans: ReadonlyMap<string, UsagePlan>;
  /** A streamed response breaks off when no bytes come for so long. */
  streamIdleMilliseconds: number;
}

export interface Stage {
  name: string;
  variables: Record<string, string>;
  /** In the order of the template. `*` stands for every path or method. */
  throttling: { path: string; httpMethod: string; throttle: Throttle }[];
}

/** One method of one resource. */
export interface Method {
  /** `ANY` matches every method. */
  httpMethod: string;
  /** For instance `/v1/jobs/{id}`. */
  resourcePath: string;
  resourceId: string;
  authorizer?: TokenAuthorizerDefinition;
  apiKeyRequired: boolean;
  integration: LambdaIntegration | MockIntegration;
}

export interface LambdaIntegration {
  type: 'AWS_PROXY';
  functionArn: string;
  timeoutMilliseconds: number;
  /** Whether the response is sent when it is complete, or while it arrives. */
  responseTransferMode: 'BUFFERED' | 'STREAM';
}

/** Responds without a backend. */
export interface MockIntegration {
  type: 'MOCK';
  passthroughBehavior: 'WHEN_NO_MATCH' | 'WHEN_NO_TEMPLATES' | 'NEVER';
  convertsToText: boolean;
  /** By content type of the request; each sets the status code that selects the response. */
  requestTemplates: Record<string, string>;
  responses: MockResponse[];
}

export interface MockResponse {
  statusCode: number;
  /** Matched against the status code that the request template chose; undefined marks the default. */
  selectionPattern: string | undefined;
  headers: Record<string, string>;
  /** By content type. */
  templates: Record<string, string>;
}

export interface TokenAuthorizerDefinition {
  id: string;
  functionArn: string;
  /** The header that carries the token, in lower case. */
  header: string;
  /** The whole token has to match. */
  validation: RegExp | undefined;
  /** 0 turns the cache off. */
  cacheSeconds: number;
}

/** What the template says about a response that the gateway sends by itself. */
export interface GatewayResponseDefinition {
  statusCode: number | undefined;
  /** Values are `'static text'`, `context.<name>` or `method.request.header.<name>`. */
  headers: Record<string, string>;
  /** By content type. */
  templates: Record<string, string>;
}

/** A token bucket. */
export interface Throttle {
  /** Tokens per second; may be a fraction. */
  rateLimit: number;
  /** Tokens that the bucket holds. */
  burstLimit: number;
}

export interface UsagePlan {
  id: string;
  name: string;
  /** Whether the plan opens this API's stage. */
  coversStage: boolean;
  throttle?: Throttle;
  /** By `<path>/<METHOD>`, instead of the plan's own throttle. */
  methodThrottles: ReadonlyMap<string, Throttle>;
  quota?: Quota;
}

export interface Quota {
  limit: number;
  period: 'DAY' | 'WEEK' | 'MONTH';
}
