import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocalStackFile } from '../../cdk/local-state.ts';
import { startLocalRun } from '../support/local-run.ts';
import { startSite } from '../support/site.ts';
import { installSchemathesis } from './install-schemathesis.ts';
import { runTool } from './run-tool.ts';

export interface FuzzOptions {
  /** Requests of each kind for each operation. */
  examples: number;
  seed: number;
  /** Duration of the run, with any number of requests; 0 to send the number in `examples`. */
  minutes: number;
  /** Ids of the operations; all when there are none. */
  operations: readonly string[];
}

const here = import.meta.dirname;
const fixtures = join(here, '..', 'fixtures');

/** Sends a local run requests that the description allows, and requests that it does not. */
export async function fuzz({ examples, seed, minutes, operations }: FuzzOptions): Promise<boolean> {
  const schemathesis = await installSchemathesis();
  const folder = mkdtempSync(join(tmpdir(), 'file-conversion-contract-'));
  const site = await startSite();
  const run = await startLocalRun(
    join(folder, 'state'),
    '--parameter',
    `AllowedPrivateHosts=${new URL(site.url).host}`,
  );
  try {
    const { stack } = run;
    // Forms name it by its URL.
    await fetch(`${site.url}/files/report.pdf`, { method: 'PUT', body: readFixture('report.pdf') });
    console.log(`Calling ${stack.baseUrl} with the seed ${seed} …`);
    const code = await runTool(
      schemathesis,
      [
        ...['--config-file', join(here, 'schemathesis.toml')],
        ...['run', `${stack.baseUrl}/openapi.json`],
        ...['--max-examples', String(examples), '--seed', String(seed)],
        ...(minutes > 0 ? ['--max-time', String(minutes * 60)] : []),
        ...operations.flatMap((id) => ['--include-operation-id', id]),
      ],
      {
        // Schemathesis stores its findings in the working directory.
        cwd: folder,
        environment: {
          PYTHONPATH: join(here, 'fuzz'),
          PYTHONDONTWRITEBYTECODE: '1',
          CONTRACT_KEY: stack.keys.business,
          CONTRACT_FIXTURES: fixtures,
          CONTRACT_SITE: site.url,
          CONTRACT_UPLOADS: JSON.stringify({
            'application/pdf': await upload(stack, 'report.pdf', 'application/pdf'),
          }),
        },
      },
    );
    return code === 0;
  } finally {
    await run.stop();
    await site.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const readFixture = (name: string): Buffer<ArrayBuffer> => readFileSync(join(fixtures, name));

/** Uploads a fixture as a client does. Resolves with the upload's id. */
async function upload({ baseUrl, keys }: LocalStackFile, name: string, type: string): Promise<string> {
  const content = new Blob([readFixture(name)], { type });
  const created = await fetch(`${baseUrl}/api/uploads`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.business}`, 'content-type': 'application/json' },
    body: JSON.stringify({ fileName: name, contentType: type, size: content.size }),
  });
  const { id, url, fields } = (await created.json()) as {
    id: string;
    url: string;
    fields: Record<string, string>;
  };
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', content);
  const posted = await fetch(url, { method: 'POST', body: form });
  if (!posted.ok) throw new Error(`The upload of ${name} failed with ${posted.status}.`);
  return id;
}
