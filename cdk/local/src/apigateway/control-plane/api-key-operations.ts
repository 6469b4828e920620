import { randomBytes } from 'node:crypto';
import type { StoredKey } from './api-key-store.ts';
import { ControlPlaneError } from './control-plane-error.ts';
import { page, type Call, type ControlPlane, type Operation } from './operation.ts';

/** @see https://docs.aws.amazon.com/apigateway/latest/api/API_ApiKey.html */
export const apiKeyOperations: Operation[] = [
  { method: 'POST', path: '/apikeys', statusCode: 201, run: createApiKey },
  { method: 'GET', path: '/apikeys', statusCode: 200, run: getApiKeys },
  { method: 'GET', path: '/apikeys/{apiKey}', statusCode: 200, run: getApiKey },
  { method: 'PATCH', path: '/apikeys/{apiKey}', statusCode: 200, run: updateApiKey },
  { method: 'DELETE', path: '/apikeys/{apiKey}', statusCode: 202, run: deleteApiKey },
];

function createApiKey({ body }: Call, controlPlane: ControlPlane): unknown {
  const value = text(body, 'value') ?? randomBytes(30).toString('hex').slice(0, 40);
  if (!/^[0-9A-Za-z]{20,128}$/.test(value)) {
    const message = 'API Key value should be between 20 and 128 alphanumeric characters';
    throw new ControlPlaneError('BadRequestException', message);
  }
  const created = controlPlane.keys.create(
    {
      value,
      name: text(body, 'name'),
      description: text(body, 'description'),
      customerId: text(body, 'customerId'),
      // A key that is created without saying so is disabled, as in AWS.
      enabled: body['enabled'] === true,
    },
    controlPlane.now(),
  );
  return { ...shown(created, controlPlane), value: created.value };
}

function getApiKeys({ query }: Call, controlPlane: ControlPlane): unknown {
  const prefix = query.get('name') ?? '';
  const customerId = query.get('customerId');
  const matching = controlPlane.keys
    .list()
    .filter(({ name }) => (name ?? '').startsWith(prefix))
    .filter((key) => customerId === null || key.customerId === customerId);
  const { items, position } = page(matching, query);
  const withValue = query.get('includeValues') === 'true';
  const item = items.map((key) => ({ ...shown(key, controlPlane), ...(withValue && { value: key.value }) }));
  return { item, position };
}

function getApiKey({ path, query }: Call, controlPlane: ControlPlane): unknown {
  const key = controlPlane.keys.get(path['apiKey'] ?? '');
  const withValue = query.get('includeValue') === 'true';
  return { ...shown(key, controlPlane), ...(withValue && { value: key.value }) };
}

function updateApiKey({ path, body }: Call, controlPlane: ControlPlane): unknown {
  const key = controlPlane.keys.get(path['apiKey'] ?? '');
  const operations = body['patchOperations'];
  if (!Array.isArray(operations))
    throw new ControlPlaneError('BadRequestException', 'patchOperations is required');
  const changed = operations.reduce(applyPatch, key);
  return shown(controlPlane.keys.update(changed, controlPlane.now()), controlPlane);
}

function applyPatch(key: StoredKey, operation: unknown): StoredKey {
  const { op, path, value } = operation as { op?: unknown; path?: unknown; value?: unknown };
  const text = typeof value === 'string' ? value : undefined;
  if (op === 'replace') {
    switch (path) {
      case '/enabled':
        if (text === 'true' || text === 'false') return { ...key, enabled: text === 'true' };
        throw new ControlPlaneError('BadRequestException', 'Invalid value for /enabled: use true or false');
      case '/name':
        return { ...key, name: text };
      case '/description':
        return { ...key, description: text };
      case '/customerId':
        return { ...key, customerId: text };
    }
  }
  const message = `Invalid patch operation: ${String(op)} ${String(path)} is not possible for an API key`;
  throw new ControlPlaneError('BadRequestException', message);
}

function deleteApiKey({ path }: Call, controlPlane: ControlPlane): unknown {
  controlPlane.keys.delete(path['apiKey'] ?? '');
  return undefined;
}

/** The JSON of a key without its value. Times are seconds, as in every REST-JSON service. */
function shown(key: StoredKey, controlPlane: ControlPlane): Record<string, unknown> {
  const inStage = controlPlane.keys
    .usagePlansOf(key.id)
    .some((planId) => controlPlane.usagePlans.get(planId)?.coversStage === true);
  return {
    id: key.id,
    name: key.name,
    description: key.description,
    customerId: key.customerId,
    enabled: key.enabled,
    createdDate: Math.floor(key.createdAt / 1000),
    lastUpdatedDate: Math.floor(key.updatedAt / 1000),
    stageKeys: inStage ? [`${controlPlane.apiId}/${controlPlane.stage}`] : [],
  };
}

function text(body: Record<string, unknown>, name: string): string | undefined {
  const value = body[name];
  if (value === undefined || value === null || typeof value === 'string') return value ?? undefined;
  throw new ControlPlaneError('BadRequestException', `Invalid value for ${name}`);
}
