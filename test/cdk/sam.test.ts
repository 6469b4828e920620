import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { forwardToLoopback } from '../../cdk/container-access.ts';
import { writeSamTemplate } from '../../cdk/sam-template.ts';
import { synthesizeStack } from '../support/synth.ts';

interface SamTemplate {
  Resources: Record<string, { Type: string; Properties: Record<string, unknown> }>;
}

async function samTemplate(): Promise<{ before: SamTemplate; after: SamTemplate }> {
  using synthesis = synthesizeStack();
  const { directory } = synthesis.app.synth();
  const templateFile = join(directory, 'Test.template.json');
  const samTemplateFile = join(directory, 'sam.template.json');
  await writeSamTemplate({
    templateFile,
    samTemplateFile,
    parameters: { AllowedPrivateHosts: '10.1.2.3', OfficeWorkerMegabytes: '3008' },
    environment: { AWS_ENDPOINT_URL_S3: 'http://172.18.0.1:9000' },
    endpoint: () => 'http://172.18.0.1:9324',
  });
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as SamTemplate;
  return { before: read(templateFile), after: read(samTemplateFile) };
}

const { before, after } = await samTemplate();

it('sets all variables as text, and the endpoints of the stores', () => {
  const variablesOf = (template: SamTemplate, prefix: string) => {
    const [, fn] =
      Object.entries(template.Resources).find(
        ([id, { Type }]) => id.startsWith(prefix) && Type === 'AWS::Lambda::Function',
      ) ?? [];
    return (fn?.Properties['Environment'] as { Variables: Record<string, unknown> }).Variables;
  };
  const variables = variablesOf(after, 'ConvertDocxFunction');
  expect(Object.keys(variables)).toEqual([
    ...Object.keys(variablesOf(before, 'ConvertDocxFunction')),
    'AWS_ENDPOINT_URL_S3',
  ]);
  expect(variables).toMatchObject({
    JOB_QUEUE_URL: expect.stringMatching(/^http:\/\/172\.18\.0\.1:9324\/000000000000\/OfficeQueue/) as string,
    ALLOWED_PRIVATE_HOSTS: '10.1.2.3',
    AWS_ENDPOINT_URL_S3: 'http://172.18.0.1:9000',
  });
  expect(Object.values(variables).every((value) => typeof value === 'string')).toBe(true);
});

it('sets the memory of each function as a number, also where it is a parameter', () => {
  const memoryOf = ({ Resources }: SamTemplate, name: string): unknown =>
    Object.entries(Resources).find(
      ([id, { Type }]) => id.startsWith(`${name}Function`) && Type === 'AWS::Lambda::Function',
    )?.[1].Properties['MemorySize'];
  expect(memoryOf(before, 'OfficeWorker')).toEqual({ Ref: 'OfficeWorkerMegabytes' });
  expect(memoryOf(after, 'OfficeWorker')).toBe(3008);
  expect(memoryOf(after, 'MergePdf')).toBe(memoryOf(before, 'MergePdf'));
});

it('declares bodies as bytes at every method, buffers responses, and changes nothing else', () => {
  expect(Object.keys(after.Resources)).toEqual(Object.keys(before.Resources));
  for (const [id, { Type, Properties }] of Object.entries(after.Resources)) {
    const original = before.Resources[id]?.Properties;
    if (Type === 'AWS::ApiGateway::Method') {
      const { ResponseTransferMode: _, ...integration } = original?.['Integration'] as Record<
        string,
        unknown
      >;
      const buffered = JSON.stringify(integration)
        .replaceAll('2021-11-15', '2015-03-31')
        .replaceAll('response-streaming-invocations', 'invocations');
      expect(Properties['Integration']).toEqual({
        ...(JSON.parse(buffered) as object),
        ContentHandling: 'CONVERT_TO_BINARY',
        ContentType: '*/*',
      });
    } else if (Type !== 'AWS::Lambda::Function') {
      expect(Properties).toEqual(original);
    }
  }
});

it('forwards connections from another address to the same port on loopback', async () => {
  const server = createServer((request, response) => request.pipe(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const forwarder = await forwardToLoopback('127.0.0.2', port);
  const body = 'x'.repeat(1_000_000);
  const reply = await fetch(`http://127.0.0.2:${port}`, { method: 'POST', body });
  expect(await reply.text()).toBe(body);
  forwarder.close();
  server.close();
});
