import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openApiFile, openApiText } from '../../cdk/openapi.ts';
import { contracts } from '../../functions/contracts.ts';

interface Operation {
  security?: unknown[];
  requestBody?: {
    content: Record<string, { schema: { properties: object; additionalProperties: boolean } }>;
  };
  responses: Record<string, { description: string }>;
}

const described = JSON.parse(openApiText()) as { paths: Record<string, Record<string, Operation>> };

describe('openapi.json', () => {
  it('is what the contracts make; if not, run npm run openapi', () => {
    expect(readFileSync(openApiFile, 'utf8')).toBe(openApiText());
  });

  it.each(contracts.map((contract) => [contract.name, contract] as const))('describes %s', (_, contract) => {
    const operation = described.paths[contract.path]?.[contract.method.toLowerCase()];
    expect(operation?.security).toEqual(contract.access === 'public' ? [] : undefined);
    expect(Object.keys(operation?.responses ?? {})).toEqual(
      expect.arrayContaining([...Object.keys(contract.responses), '500']),
    );
    if (contract.body?.kind === 'multipart') {
      const { schema } = operation?.requestBody?.content['multipart/form-data'] ?? {};
      const { files, fields } = contract.body;
      expect(Object.keys(schema?.properties ?? {})).toEqual([
        ...Object.keys(files),
        ...Object.keys(fields.shape),
      ]);
      expect(schema?.additionalProperties).toBe(false);
    }
  });
});
