import { cp } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { s3Of, stackFixture, templateOf } from './stack-fixture.ts';

const fixture = stackFixture();

test('state and addresses survive a restart', async () => {
  const first = await fixture.start();
  const before = s3Of(first);
  await before.send(new PutObjectCommand({ Bucket: 'files', Key: 'kept', Body: 'text' }));
  before.destroy();
  await first.stop();
  await expect(fetch(first.baseUrl)).rejects.toThrow();

  const second = await fixture.start();
  expect(second.endpoints).toEqual(first.endpoints);
  const after = s3Of(second);
  const { Body } = await after.send(new GetObjectCommand({ Bucket: 'files', Key: 'kept' }));
  expect(await Body?.transformToString()).toBe('text');
  after.destroy();
});

test('stopping ends the processes of the functions', async () => {
  const stack = await fixture.start();
  await fetch(`${stack.baseUrl}/x`);
  const [pid] = stack.pids();
  expect(pid).toBeGreaterThan(0);
  await stack.stop();
  expect(() => process.kill(pid ?? 0, 0)).toThrow('ESRCH');
});

describe('a run that cannot start', () => {
  test('says so if another one has the state', async () => {
    await fixture.start();
    await expect(fixture.start()).rejects.toThrow(`(process ${process.pid}) already uses`);
  });

  test('says so if the port is taken, and leaves nothing behind', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    await expect(fixture.start({ port })).rejects.toThrow(`Port ${port} is taken`);
    await new Promise((resolve) => other.close(resolve));
    // The same state and port can be had now: everything was stopped again.
    expect((await fixture.start({ port })).baseUrl).toBe(`http://127.0.0.1:${port}`);
  });

  test('takes other ports for the stores if theirs are gone', async () => {
    const first = await fixture.start();
    await first.stop();
    const rival = createServer().listen(Number(new URL(first.endpoints.s3).port), '127.0.0.1');
    await new Promise((resolve) => rival.once('listening', resolve));
    const second = await fixture.start();
    expect(second.endpoints.s3).not.toBe(first.endpoints.s3);
    expect(second.endpoints.sqs).toBe(first.endpoints.sqs);
    await new Promise((resolve) => rival.close(resolve));
  });

  test('names what the template asks for in vain, before anything starts', async () => {
    const { Resources, ...template } = templateOf('x');
    await fixture.writeTemplate({ ...template, Resources: { ...Resources, Net: { Type: 'AWS::EC2::VPC' } } });
    await expect(fixture.start()).rejects.toThrow('Net: the resource type AWS::EC2::VPC');
    await expect(
      cp(fixture.options.stateDirectory, join(fixture.directory, 'copy'), { recursive: true }),
    ).rejects.toThrow('ENOENT');
  });
});

test('one store is started again by itself, with what it holds, and so is the gateway', async () => {
  const stack = await fixture.start();
  const { Bucket } = stack.outputs;
  await s3Of(stack).send(new PutObjectCommand({ Bucket, Key: 'kept', Body: 'still here' }));
  for (const name of ['s3', 'sqs', 'dynamodb', 'gateway'] as const) await stack.restart(name);
  const object = await s3Of(stack).send(new GetObjectCommand({ Bucket, Key: 'kept' }));
  expect(await object.Body?.transformToString()).toBe('still here');
  expect((await fetch(`${stack.baseUrl}/v1/again`)).status).toBe(200);
});
