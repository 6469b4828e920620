import {
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  appendFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ForkedHost } from '#lib/engines/office/libreoffice/forked-host.ts';
import type { HostJob } from '#lib/engines/office/libreoffice/host-protocol.ts';
import type { ForkListener, TemplateProcess } from '#lib/engines/office/libreoffice/template-process.ts';
import { documentEnded, documentFiles } from '#lib/engines/office/libreoffice/template-protocol.ts';

let parent: string;
beforeEach(() => (parent = mkdtempSync(join(tmpdir(), 'forked-host-'))));
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const job: HostJob = { fileName: 'Secret plan.docx', language: 'de', format: 'pdf', filterOptions: '{}' };

/** A template that records its calls, and kills a document when it is asked to, unless it hangs. */
function fakeTemplate({ hangs = false } = {}) {
  const calls: unknown[] = [];
  let listener: ForkListener | undefined;
  const template = {
    fork: (document: number, own: ForkListener) => {
      calls.push(['fork', document]);
      listener = own;
    },
    begin: (document: number) => calls.push(['begin', document]),
    end: (document: number) => {
      calls.push(['end', document]);
      if (!hangs) listener?.ended('SIGKILL');
    },
    kill: () => {
      calls.push('kill');
      listener?.ended('its template ended: SIGKILL');
      return Promise.resolve();
    },
  };
  return {
    template: template as unknown as TemplateProcess,
    calls,
    end: (how: string) => listener?.ended(how),
  };
}

const inFolder = (name: string): string => join(parent, '7', name);

describe('a forked host', () => {
  it('gives the template the number of its document, and nothing else', async () => {
    const { template, calls } = fakeTemplate();
    const host = ForkedHost.prepare(join(parent, '7'), template);
    expect(calls).toEqual([['fork', 7]]);
    host.send(job);
    expect(calls.slice(1)).toEqual([['begin', 7]]);
    expect(JSON.parse(readFileSync(inFolder(documentFiles.job), 'utf8'))).toEqual(job);
    await host.dispose();
  });

  it('reads the outcome of a process that ended by itself', async () => {
    const { template, end } = fakeTemplate();
    const host = ForkedHost.prepare(join(parent, '7'), template);
    host.send(job);
    expect(host.documentOpened).toBe(false);
    appendFileSync(
      inFolder(documentFiles.outcome),
      '{"event":"opening"}\nnoise\n{"event":"done","fonts":[]}\n',
    );
    appendFileSync(inFolder(documentFiles.log), `${'x'.repeat(5000)}the end`);
    expect(host.documentOpened).toBe(true);
    end(documentEnded);
    expect(await host.outcome()).toEqual({ event: 'done', fonts: [], sheets: [] });
    expect(host.diagnostics).toMatch(/^x{4089}the end$/);
    await host.dispose();
  });

  it.each(['SIGSEGV', 'exit code 70'])('has no outcome of a process that ended by %s', async (how) => {
    const { template, end } = fakeTemplate();
    const host = ForkedHost.prepare(join(parent, '7'), template);
    host.send(job);
    writeFileSync(inFolder(documentFiles.outcome), '{"event":"done","fonts":[]}\n');
    end(how);
    expect(await host.outcome()).toBeUndefined();
    await host.dispose();
  });

  it('reads nothing that its process puts in place of the files', async () => {
    const secret = join(parent, 'secret');
    writeFileSync(secret, '{"event":"done","fonts":[]}\n');
    const { template, end } = fakeTemplate();
    const host = ForkedHost.prepare(join(parent, '7'), template);
    host.send(job);
    for (const name of [documentFiles.outcome, documentFiles.log]) {
      renameSync(inFolder(name), inFolder(`old ${name}`));
      symlinkSync(secret, inFolder(name));
    }
    end(documentEnded);
    expect(await host.outcome()).toBeUndefined();
    expect(host.diagnostics).toBe('');
    await host.dispose();
  });

  it('kills its process through the template, and a template that hangs', async () => {
    for (const hangs of [false, true]) {
      const { template, calls } = fakeTemplate({ hangs });
      const host = ForkedHost.prepare(join(parent, '7'), template);
      host.send(job);
      await host.dispose();
      expect(calls).toEqual([['fork', 7], ['begin', 7], ['end', 7], ...(hangs ? ['kill'] : [])]);
    }
  });

  it('ends its process when it was sent no document', async () => {
    const { template, calls } = fakeTemplate();
    const host = ForkedHost.prepare(join(parent, '7'), template);
    expect(host.hasEnded).toBe(false);
    await host.dispose();
    expect(calls).toEqual([
      ['fork', 7],
      ['end', 7],
    ]);
    expect(host.hasEnded).toBe(true);
  });
});
