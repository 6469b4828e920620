import { DynamoUsage } from '#lib/storage/dynamodb/usage-store.ts';
import { usagePeriod } from '#lib/api/responses/usage-response.ts';
import { requireVariables } from '#lib/base/environment.ts';
import { json } from '#lib/http/response.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import { openLog } from '#lib/base/observability/span-log.ts';
import { openDocumentClient } from '#lib/storage/document-client.ts';
import { contract } from '#lib/api/contracts/get-usage.ts';

const { JOBS_TABLE_NAME } = requireVariables(process.env, 'JOBS_TABLE_NAME');
const usage = new DynamoUsage(openDocumentClient(), JOBS_TABLE_NAME);
const logger = openLog(contract.name, process.env);

export const handler = httpEndpoint(contract, { logger }, async ({ principal, query }) => {
  const { from, to } = usagePeriod(query);
  return json(200, { from, to, days: await usage.read(principal.keyId, from, to) });
});
