import { arn } from './account.ts';
import { physicalId, physicalName } from './physical-id.ts';

/** What a resource type may ask of a resource in order to name it. */
export interface NamedResource {
  logicalId: string;
  /** The value of a property that names things; undefined if the template leaves it out. */
  text(property: string): string | undefined;
  /** The address of a service, for instance of `sqs`. Final only once all services listen. */
  endpoint(service: string): string;
}

/** What `Ref` and `Fn::GetAtt` return for the resources of a type. */
export interface ResourceType {
  ref(resource: NamedResource): string;
  attributes: Readonly<Record<string, (resource: NamedResource) => string>>;
}

/** By the type's name, for instance `AWS::SQS::Queue`. */
export type ResourceTypes = Readonly<Record<string, ResourceType>>;

/** The value of a property, or else a name made of the logical id, with at most `limit` characters. */
export const named = (property: string, limit: number) => (resource: NamedResource) =>
  resource.text(property) ?? physicalName(resource.logicalId, limit);

/** An id of that many characters, made of the logical id. */
export const identified = (length: number) => (resource: NamedResource) =>
  physicalId(resource.logicalId, length);

/**
 * A type that is accepted and not served: it concerns deployment, permissions or observation in AWS and changes nothing
 * on this machine. Its properties are not read.
 */
export const unserved = (type: Partial<ResourceType> = {}): ResourceType => ({
  ref: ({ logicalId }) => logicalId,
  attributes: { Arn: ({ logicalId }) => arn('local', logicalId) },
  ...type,
});
