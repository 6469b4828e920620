import type { UsagePlan } from '../gateway/rest-api.ts';
import type { StoredKey } from './api-key-store.ts';
import { ControlPlaneError } from './control-plane-error.ts';
import { page, type Call, type ControlPlane, type Operation } from './operation.ts';

/** Plans themselves come from the template and cannot be changed here. */
export const usagePlanOperations: Operation[] = [
  { method: 'GET', path: '/usageplans', statusCode: 200, run: getUsagePlans },
  { method: 'GET', path: '/usageplans/{usagePlanId}', statusCode: 200, run: getUsagePlan },
  { method: 'POST', path: '/usageplans/{usagePlanId}/keys', statusCode: 201, run: createUsagePlanKey },
  { method: 'GET', path: '/usageplans/{usagePlanId}/keys', statusCode: 200, run: getUsagePlanKeys },
  { method: 'GET', path: '/usageplans/{usagePlanId}/keys/{keyId}', statusCode: 200, run: getUsagePlanKey },
  {
    method: 'DELETE',
    path: '/usageplans/{usagePlanId}/keys/{keyId}',
    statusCode: 202,
    run: deleteUsagePlanKey,
  },
];

function getUsagePlans({ query }: Call, controlPlane: ControlPlane): unknown {
  const keyId = query.get('keyId');
  const ofKey = keyId === null ? undefined : controlPlane.keys.usagePlansOf(keyId);
  const plans = [...controlPlane.usagePlans.values()].filter(({ id }) => ofKey?.includes(id) ?? true);
  const { items, position } = page(plans, query);
  return { item: items.map((plan) => shownPlan(plan, controlPlane)), position };
}

function getUsagePlan({ path }: Call, controlPlane: ControlPlane): unknown {
  return shownPlan(planOf(path, controlPlane), controlPlane);
}

function createUsagePlanKey({ path, body }: Call, controlPlane: ControlPlane): unknown {
  const plan = planOf(path, controlPlane);
  if (body['keyType'] !== 'API_KEY') throw new ControlPlaneError('BadRequestException', 'Invalid keyType');
  const key = controlPlane.keys.get(typeof body['keyId'] === 'string' ? body['keyId'] : '');
  const { keys, usagePlans, apiId, stage } = controlPlane;
  const current = keys.usagePlansOf(key.id);
  // Two plans for one stage would leave open which of them limits the key.
  const rival = current.find((id) => id === plan.id || (plan.coversStage && usagePlans.get(id)?.coversStage));
  if (rival !== undefined) {
    const message =
      rival === plan.id
        ? `Usage Plan ${plan.id} already contains the API Key ${key.id}`
        : `Usage Plan ${plan.id} cannot be added because API Key ${key.id} is already in a plan for ${apiId}:${stage}`;
    throw new ControlPlaneError('ConflictException', message);
  }
  keys.addToPlan(plan.id, key.id);
  return shownKey(key);
}

function getUsagePlanKeys({ path, query }: Call, controlPlane: ControlPlane): unknown {
  const plan = planOf(path, controlPlane);
  const prefix = query.get('name') ?? '';
  const matching = controlPlane.keys.list(plan.id).filter(({ name }) => (name ?? '').startsWith(prefix));
  const { items, position } = page(matching, query);
  return { item: items.map(shownKey), position };
}

function getUsagePlanKey({ path }: Call, controlPlane: ControlPlane): unknown {
  const plan = planOf(path, controlPlane);
  const key = controlPlane.keys.get(path['keyId'] ?? '');
  if (!controlPlane.keys.usagePlansOf(key.id).includes(plan.id)) throw notInPlan();
  return shownKey(key);
}

function deleteUsagePlanKey({ path }: Call, controlPlane: ControlPlane): unknown {
  const plan = planOf(path, controlPlane);
  if (!controlPlane.keys.removeFromPlan(plan.id, path['keyId'] ?? '')) throw notInPlan();
  return undefined;
}

function notInPlan(): ControlPlaneError {
  return new ControlPlaneError('NotFoundException', 'Invalid Usage Plan Key identifier specified');
}

function planOf(path: Record<string, string>, controlPlane: ControlPlane): UsagePlan {
  const plan = controlPlane.usagePlans.get(path['usagePlanId'] ?? '');
  if (!plan) throw new ControlPlaneError('NotFoundException', 'Invalid Usage Plan ID specified');
  return plan;
}

function shownPlan(plan: UsagePlan, { apiId, stage }: ControlPlane): unknown {
  return {
    id: plan.id,
    name: plan.name,
    apiStages: plan.coversStage ? [{ apiId, stage }] : [],
    throttle: plan.throttle,
    quota: plan.quota,
  };
}

function shownKey({ id, name, value }: StoredKey): unknown {
  return { id, type: 'API_KEY', name, value };
}
