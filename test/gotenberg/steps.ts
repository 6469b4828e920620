import { readFileSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { colorAt, pngSize } from './png-pixels.ts';
import type { Step } from './feature-file.ts';
import {
  allows,
  failedRules,
  hasOutline,
  imageCount,
  isEmbedded,
  isEncrypted,
  isFlat,
  pageCount,
  pageSize,
  pageText,
  xmpOf,
} from './inspections.ts';
import { requireJson } from './match-json.ts';
import type { World } from './world.ts';

type Run = (world: World, parameters: string[], step: Step) => Promise<void> | void;

function same(actual: unknown, expected: unknown, what: string): void {
  if (actual !== expected)
    throw new Error(`${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`);
}

function hold(condition: boolean, what: string): void {
  if (!condition) throw new Error(what);
}

const webhookOf = (world: World) => {
  const { webhook } = world.target.server;
  if (!webhook) throw new Error('there was no request to the webhook');
  return webhook;
};

const bodyOf = (world: World, kind = ''): Buffer =>
  kind === 'response' ? world.response.body : webhookOf(world).body;

function headerOf(world: World, kind: string, name: string): string {
  if (kind === 'response') return world.response.headers.get(name) ?? '';
  const { request } = world.target.server;
  const value = request?.headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(', ') : (value ?? '');
}

const cookieOf = (header: string, name: string): string =>
  new RegExp(`(?:^|;\\s*)${name}=([^;]*)`).exec(header)?.[1] ?? '';

const each = (world: World, check: (path: string) => boolean, expected: boolean, what: string): void => {
  for (const path of world.pdfs)
    hold(check(path) === expected, `${path} ${expected ? 'is not' : 'is'} ${what}`);
};

const isPositive = (should = ''): boolean => should === 'should';

/** Waits for something that a webhook brings. */
async function until(isThere: () => boolean, what: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (isThere()) return;
    await sleep(100);
  }
  throw new Error(`${what} did not arrive`);
}

const steps: readonly (readonly [RegExp, Run])[] = [
  [/^I have a default Gotenberg container$/, () => undefined],
  [/^I have a Gotenberg container with/, () => undefined],
  [/^I have a (?:webhook|static) server$/, ({ target }) => target.server.forget()],
  // Logs are those of a container.
  [/^the Gotenberg container should/, () => undefined],
  [
    /^I make a "(GET|HEAD)" request to Gotenberg at the "([^"]*)" endpoint/,
    (world, [method = '', path = ''], { rows }) =>
      world.get(method, path, Object.fromEntries(rows.map(([name = '', value = '']) => [name, value]))),
  ],
  [
    /^I make a "POST" request to Gotenberg at the "([^"]*)" endpoint/,
    (world, [path = ''], { rows }) => world.post(path, rows),
  ],
  [
    /^I make (\d+) concurrent "POST" requests to Gotenberg at the "([^"]*)" endpoint/,
    (world, [count, path = ''], { rows }) => world.postMany(Number(count), path, rows),
  ],
  [
    /^I wait for the asynchronous request to the webhook$/,
    async (world) => {
      await until(() => world.target.server.webhook !== undefined, 'the request to the webhook');
      const { headers, body } = webhookOf(world);
      await world.keep(headers['content-disposition'] ?? null, headers['content-type'] ?? null, body);
    },
  ],
  [
    /^the response status code should be (\d+)$/,
    ({ response }, [status]) =>
      same(response.status, Number(status), `status (${response.body.subarray(0, 300).toString()})`),
  ],
  [
    /^all concurrent response status codes should be (\d+)$/,
    ({ concurrent }, [status]) =>
      concurrent.forEach((response) => same(response.status, Number(status), 'status')),
  ],
  [
    /^all concurrent responses should have (\d+) PDF\(s\)$/,
    ({ concurrent }) =>
      concurrent.forEach(({ body }) =>
        same(body.subarray(0, 5).toString(), '%PDF-', 'beginning of the body'),
      ),
  ],
  [
    /^the (response|webhook request|file request|server request) header "([^"]*)" should be "([^"]*)"$/,
    (world, [kind = '', name = '', value]) => same(headerOf(world, kind, name), value, `header ${name}`),
  ],
  [
    /^the webhook request header "([^"]*)" should carry trace id "([^"]*)"$/,
    (world, [name = '', id]) => same(headerOf(world, 'webhook request', name).split('-')[1], id, name),
  ],
  [
    /^the (?:\w+ request) cookie "([^"]*)" should be "([^"]*)"$/,
    (world, [name = '', value]) =>
      same(cookieOf(headerOf(world, 'server request', 'cookie'), name), value, `cookie ${name}`),
  ],
  [
    /^the (response|webhook request) body should match string:$/,
    (world, [kind], { doc = '' }) => same(bodyOf(world, kind).toString(), world.local(doc), 'body'),
  ],
  [
    /^the (response|webhook request) body should contain string:$/,
    (world, [kind], { doc = '' }) =>
      hold(
        bodyOf(world, kind).toString().includes(doc),
        `the body lacks ${doc}: ${bodyOf(world, kind).subarray(0, 300).toString()}`,
      ),
  ],
  [
    /^the (response|webhook request) body should match JSON:$/,
    (world, [kind], { doc = '' }) => requireJson(JSON.parse(doc), JSON.parse(bodyOf(world, kind).toString())),
  ],
  [
    /^the webhook event should match JSON:$/,
    async ({ target: { server } }, _, { doc = '' }) => {
      await until(() => server.event !== undefined, 'the event');
      requireJson(JSON.parse(doc), JSON.parse(server.event?.toString() ?? ''));
    },
  ],
  [
    /^there should be (\d+) PDF\(s\) in the/,
    (world, [count]) => same(world.pdfs.length, Number(count), 'PDFs'),
  ],
  [
    /^there should be the following file\(s\) in the/,
    (world, _, { rows }) => rows.forEach(([name = '']) => void world.path(name)),
  ],
  [
    /PDF\(s\) should be valid "([^"]*)" with a tolerance of (\d+) failed rule\(s\)$/,
    (world, [standard = '', tolerance]) => {
      for (const path of world.pdfs) {
        const failed = failedRules(path, standard);
        hold(failed <= Number(tolerance), `${failed} rules of ${standard} failed`);
      }
    },
  ],
  [
    /PDF\(s\) (should|should NOT) be flatten$/,
    (world, [should]) => each(world, isFlat, isPositive(should), 'flat'),
  ],
  [
    /PDF\(s\) (should|should NOT) be encrypted$/,
    (world, [should]) => each(world, isEncrypted, isPositive(should), 'encrypted'),
  ],
  [
    /PDF\(s\) (should|should NOT) allow "([^"]*)"$/,
    (world, [should, action = '']) => each(world, (path) => allows(path, action), isPositive(should), action),
  ],
  [
    /PDF\(s\) (should|should NOT) have the "([^"]*)" file embedded$/,
    (world, [should, name = '']) =>
      each(world, (path) => isEmbedded(path, name), isPositive(should), `with ${name}`),
  ],
  [
    /PDF\(s\) should have the "([^"]*)" file embedded with relationship "([^"]*)"$/,
    (world, [name = '', relationship]) =>
      each(
        world,
        (path) => isEmbedded(path, name, relationship),
        true,
        `with ${name} as ${relationship ?? ''}`,
      ),
  ],
  [
    /PDF\(s\) should declare Factur-X XMP with conformance level "([^"]*)"$/,
    (world, [level = '']) =>
      each(
        world,
        (path) =>
          xmpOf(path).includes('urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#') &&
          xmpOf(path).includes(level),
        true,
        level,
      ),
  ],
  [
    /^the "([^"]*)" PDF should have (\d+) page\(s\)$/,
    (world, [name = '', count]) => same(pageCount(world.path(name)), Number(count), 'pages'),
  ],
  [
    /^the "([^"]*)" PDF (should|should NOT) be set to landscape orientation$/,
    (world, [name = '', should]) => {
      const { width, height } = pageSize(world.path(name));
      hold(width > height === isPositive(should), `the page has ${width} x ${height}`);
    },
  ],
  [
    /^the "([^"]*)" PDF (should|should NOT) have a document outline$/,
    (world, [name = '', should]) => same(hasOutline(world.path(name)), isPositive(should), 'outline'),
  ],
  [
    /^the "([^"]*)" PDF (should|should NOT) have the following content at page (\d+):$/,
    (world, [name = '', should, page], { doc = '' }) => {
      const text = pageText(world.path(name), Number(page));
      same(
        text.includes(doc),
        isPositive(should),
        `text ${JSON.stringify(doc)} in ${JSON.stringify(text.slice(0, 300))}`,
      );
    },
  ],
  [
    /^the "([^"]*)" PDF (should|should NOT) have content matching "([^"]*)" at page (\d+)$/,
    (world, [name = '', should, pattern = '', page]) =>
      same(new RegExp(pattern).test(pageText(world.path(name), Number(page))), isPositive(should), pattern),
  ],
  [
    /^the "([^"]*)" PDF should have (\d+) image\(s\)$/,
    (world, [name = '', count]) => same(imageCount(world.path(name)), Number(count), 'images'),
  ],
  [
    /^the "([^"]*)" image should be (\d+)x(\d+) pixels$/,
    (world, [name = '', width, height]) => {
      const size = pngSize(readFileSync(world.path(name)));
      same(`${size.width}x${size.height}`, `${width ?? ''}x${height ?? ''}`, 'size');
    },
  ],
  [
    /^the "([^"]*)" image pixel at (\d+),(\d+) should be "([^"]*)"$/,
    async (world, [name = '', x, y, color]) =>
      same(
        await colorAt(readFileSync(world.path(name)), Number(x), Number(y)),
        color?.toLowerCase(),
        'color',
      ),
  ],
  [
    /^the "([^"]*)" file size should be (less|greater) than (\d+) KB$/,
    (world, [name = '', comparison, kilobytes]) => {
      const { size } = statSync(world.path(name));
      const limit = Number(kilobytes) * 1024;
      hold(comparison === 'less' ? size < limit : size > limit, `the file has ${size} bytes`);
    },
  ],
];

/** Runs a step. */
export async function runStep(step: Step, world: World): Promise<void> {
  for (const [pattern, run] of steps) {
    const found = pattern.exec(step.text);
    if (found) return run(world, found.slice(1), step);
  }
  throw new Error(`there is no step for: ${step.text}`);
}
