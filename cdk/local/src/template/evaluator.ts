import { accountId, partition, region, urlSuffix } from './account.ts';
import { evaluateCondition, intrinsicCall, type Scope, type Value } from './intrinsic-functions.ts';
import { physicalId } from './physical-id.ts';
import { Properties } from './properties.ts';
import type { NamedResource, ResourceType, ResourceTypes } from './resource-type.ts';
import { isObject } from '../is-object.ts';
import { TemplateError, type Json, type JsonObject, type Template } from './template.ts';

/** What a template's values depend on beside its parameters. */
export interface Surroundings {
  /** All types that the template may have. */
  resourceTypes: ResourceTypes;
  /**
   * The address of a service, without a trailing slash; that of `execute-api` takes the place of
   * `https://<api>.execute-api.<region>.<suffix>`.
   */
  endpoint(service: string): string;
}

/**
 * Evaluates a template lazily: each reference is followed when it is met, remembered, and rejected if following it
 * leads back to itself.
 */
export class Evaluator implements Scope {
  readonly #template: Template;
  readonly #parameters: ReadonlyMap<string, Json>;
  readonly #surroundings: Surroundings;
  readonly #known = new Map<string, Value>();
  readonly #inProgress = new Set<string>();

  /**
   * @throws {TemplateError} if a resource has a type that the local run does not know.
   */
  constructor(template: Template, parameters: ReadonlyMap<string, Json>, surroundings: Surroundings) {
    this.#template = template;
    this.#parameters = parameters;
    this.#surroundings = surroundings;
    for (const logicalId of Object.keys(template.Resources)) {
      if (this.#exists(logicalId)) this.#type(logicalId);
    }
  }

  /** Logical ids of the resources of a type whose condition holds, in the template's order. */
  resources(type: string): string[] {
    const all = Object.entries(this.#template.Resources).filter(([, resource]) => resource.Type === type);
    return all.map(([logicalId]) => logicalId).filter((logicalId) => this.#exists(logicalId));
  }

  /** Logical ids of functions that only serve CloudFormation itself, as providers of custom resources. */
  customResourceProviders(): Set<string> {
    const customs = Object.values(this.#template.Resources).filter(({ Type }) => Type.startsWith('Custom::'));
    const tokens = customs.map(({ Properties }) => Properties?.['ServiceToken']);
    return new Set(
      tokens.flatMap((token) => {
        const target = isObject(token) ? token['Fn::GetAtt'] : undefined;
        return Array.isArray(target) && typeof target[0] === 'string' ? [target[0]] : [];
      }),
    );
  }

  /** The evaluated properties of a resource. */
  properties(logicalId: string): Properties {
    const resource = this.#template.Resources[logicalId];
    const evaluated = this.#at(logicalId, () => this.evaluate(resource?.Properties ?? {}));
    return new Properties(`${logicalId} (${resource?.Type})`, evaluated as JsonObject);
  }

  /** The evaluated outputs whose condition holds. */
  outputs(): Record<string, string> {
    const outputs = Object.entries(this.#template.Outputs ?? {}).filter(
      ([, { Condition }]) => Condition === undefined || this.condition(Condition),
    );
    return Object.fromEntries(
      outputs.map(([name, { Value }]) => {
        const value = this.#at(`output ${name}`, () => this.evaluate(Value));
        return [name, typeof value === 'string' ? value : JSON.stringify(value)];
      }),
    );
  }

  evaluate(value: Json): Value {
    if (Array.isArray(value))
      return value.map((item) => this.evaluate(item)).filter((item) => item !== undefined);
    if (!isObject(value)) return value;
    const call = intrinsicCall(value);
    if (call) return this.#localAddress(call(this));
    const entries = Object.entries(value).map(([name, item]) => [name, this.evaluate(item)] as const);
    return Object.fromEntries(
      entries.filter((entry): entry is readonly [string, Json] => entry[1] !== undefined),
    );
  }

  /** The physical id of a resource, as `Ref` gives it. */
  idOf(logicalId: string): string {
    return this.#type(logicalId).ref(this.#named(logicalId));
  }

  /** An attribute of a resource, as `Fn::GetAtt` gives it. */
  attributeOf(logicalId: string, attribute: string): string {
    const { attributes } = this.#type(logicalId);
    const evaluate = Object.hasOwn(attributes, attribute) ? attributes[attribute] : undefined;
    if (!evaluate) throw new TemplateError(`the attribute ${logicalId}.${attribute} is not served locally`);
    return evaluate(this.#named(logicalId));
  }

  reference(name: string): Value {
    switch (name) {
      case 'AWS::NoValue':
        return undefined;
      case 'AWS::Region':
        return region;
      case 'AWS::AccountId':
        return accountId;
      case 'AWS::Partition':
        return partition;
      case 'AWS::URLSuffix':
        return urlSuffix;
      case 'AWS::StackName':
        return 'local';
      case 'AWS::StackId':
        return `arn:${partition}:cloudformation:${region}:${accountId}:stack/local/${physicalId('local', 12)}`;
      case 'AWS::NotificationARNs':
        return [];
    }
    const parameter = this.#parameters.get(name);
    if (parameter !== undefined) return parameter;
    return this.#once(`Ref ${name}`, () => this.idOf(name));
  }

  attribute(logicalId: string, attribute: string): Value {
    return this.#once(`${logicalId}.${attribute}`, () => this.attributeOf(logicalId, attribute));
  }

  condition(name: string): boolean {
    const value = this.#once(`condition ${name}`, () => {
      const condition = this.#template.Conditions?.[name];
      if (condition === undefined) throw new TemplateError(`there is no condition ${name}`);
      return evaluateCondition(condition, this);
    });
    return value === true;
  }

  mapping(map: string, key: string, attribute: string): Json | undefined {
    return this.#template.Mappings?.[map]?.[key]?.[attribute];
  }

  #exists(logicalId: string): boolean {
    const condition = this.#template.Resources[logicalId]?.Condition;
    return condition === undefined || this.condition(condition);
  }

  #type(logicalId: string): ResourceType {
    const resource = Object.hasOwn(this.#template.Resources, logicalId)
      ? this.#template.Resources[logicalId]
      : undefined;
    if (!resource) throw new TemplateError(`there is no parameter or resource ${logicalId}`);
    if (!this.#exists(logicalId)) throw new TemplateError(`the condition of ${logicalId} does not hold`);
    const { resourceTypes } = this.#surroundings;
    const type = Object.hasOwn(resourceTypes, resource.Type) ? resourceTypes[resource.Type] : undefined;
    if (!type)
      throw new TemplateError(`${logicalId}: the resource type ${resource.Type} is not served locally.`);
    return type;
  }

  #named(logicalId: string): NamedResource {
    return {
      logicalId,
      text: (property) => {
        const value = this.#template.Resources[logicalId]?.Properties?.[property];
        const evaluated = value === undefined ? undefined : this.evaluate(value);
        return typeof evaluated === 'string' ? evaluated : undefined;
      },
      endpoint: (service) => this.#surroundings.endpoint(service),
    };
  }

  /** URLs of the API are assembled from parts, so they can only be recognised once they are whole. */
  #localAddress(value: Value): Value {
    if (typeof value !== 'string' || !value.includes('.execute-api.')) return value;
    const apiUrl = this.#surroundings.endpoint('execute-api');
    return value.replaceAll(/https:\/\/[a-z0-9]+\.execute-api\.[a-z0-9-]+\.amazonaws\.com/g, apiUrl);
  }

  #once(key: string, compute: () => Value): Value {
    if (this.#known.has(key)) return this.#known.get(key);
    if (this.#inProgress.has(key)) {
      throw new TemplateError(`circular reference: ${[...this.#inProgress, key].join(' → ')}`);
    }
    this.#inProgress.add(key);
    try {
      const value = compute();
      this.#known.set(key, value);
      return value;
    } finally {
      this.#inProgress.delete(key);
    }
  }

  /** Adds the place to errors from within. */
  #at<T>(place: string, compute: () => T): T {
    try {
      return compute();
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      throw new TemplateError(`${place}: ${error.message}`, { cause: error });
    }
  }
}
