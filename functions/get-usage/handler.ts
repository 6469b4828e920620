import { DynamoUsage } from '#lib/activity/dynamo-usage.ts';
import { usagePeriod } from '#lib/activity/usage-response.ts';
import { requireVariables } from '#lib/environment.ts';
import { json } from '#lib/http/answer.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import { openLog } from '#lib/observability/work-log.ts';
import { openDocuments } from '#lib/stores.ts';
import { contract } from './contract.ts';

const { JOBS_TABLE_NAME } = requireVariables(process.env, 'JOBS_TABLE_NAME');
const usage = new DynamoUsage(openDocuments(), JOBS_TABLE_NAME);
const logger = openLog(contract.name, process.env);

export const handler = httpEndpoint(contract, { logger }, async ({ principal, query }) => {
  const { from, to } = usagePeriod(query);
  return json(200, { from, to, days: await usage.read(principal.keyId, from, to) });
});
