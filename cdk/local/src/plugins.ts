import { apigateway } from './apigateway/plugin.ts';
import { dynamodb } from './dynamodb/plugin.ts';
import { events } from './events/plugin.ts';
import { lambda } from './lambda/plugin.ts';
import type { Plugin } from './plugin.ts';
import { s3 } from './s3/plugin.ts';
import { sqs } from './sqs/plugin.ts';
import type { ResourceTypes } from './template/resource-type.ts';
import { unservedTypes } from './template/unserved-types.ts';

/**
 * The services of the local run. They stop in reverse order: requests from outside first, then schedules, event sources
 * and functions, and at last the stores that those use.
 */
export const plugins: readonly Plugin[] = [dynamodb, sqs, s3, lambda, events, apigateway];

/** All types that a template may have. */
export const resourceTypes: ResourceTypes = Object.assign(
  {},
  unservedTypes,
  ...plugins.map((plugin) => plugin.resourceTypes),
) as ResourceTypes;
