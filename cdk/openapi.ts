import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contracts } from '#lib/api/contracts.ts';
import { openApiDocument } from '#lib/api/openapi/openapi.ts';
import { webhookCalls } from '#lib/api/openapi/webhooks.ts';
import { projectRoot, serviceVersion } from './project.ts';

/** Where the committed description lies; the docs function serves it. */
export const openApiFile = join(projectRoot, 'functions', 'docs', 'openapi.json');

/** The description made afresh from the contracts, as it should stand in `openApiFile`. */
export const openApiText = (): string =>
  `${JSON.stringify(openApiDocument(contracts, serviceVersion, webhookCalls), null, 2)}\n`;

if (import.meta.main) writeFileSync(openApiFile, openApiText());
