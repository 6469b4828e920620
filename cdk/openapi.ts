import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contracts } from '#lib/api/contracts.ts';
import { gotenbergContracts } from '#lib/gotenberg/contracts/contracts.ts';
import { openApiDocument } from '#lib/api/openapi/openapi.ts';
import { webhookCalls } from '#lib/api/openapi/webhooks.ts';
import { projectRoot, serviceVersion } from './project.ts';

/** The committed description of the API, which the docs function serves. */
export const openApiFile = join(projectRoot, 'functions', 'docs', 'openapi.json');

/** The description that the contracts generate, which `openApiFile` must equal. */
export const openApiText = (): string =>
  `${JSON.stringify(openApiDocument([...contracts, ...gotenbergContracts], serviceVersion, webhookCalls), null, 2)}\n`;

if (import.meta.main) writeFileSync(openApiFile, openApiText());
