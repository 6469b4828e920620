import type { FileResponse } from '#lib/files/file-response.ts';
import type { LocalRun } from '../../support/local-run.ts';
import type { Contestant } from './contestant.ts';
import { type Sample, viewport } from './sample.ts';

const contentTypes = { pdf: 'application/pdf', png: 'image/png' } as const;

/** The service in a local run: once with the result as the answer, once with the JSON that says where it is. */
export function serviceContestants(run: LocalRun): { bytes: Contestant; stored: Contestant } {
  return {
    bytes: {
      name: 'POST /api/html/file → bytes',
      render: async (sample) => (await post(run, sample, contentTypes[sample.output.kind])).bytes(),
    },
    stored: {
      name: 'POST /api/html/file → JSON, download',
      render: async (sample) => {
        const { url } = (await (await post(run, sample, '*/*')).json()) as FileResponse;
        return (await fetch(url)).bytes();
      },
    },
  };
}

async function post({ stack }: LocalRun, { html, output }: Sample, accept: string): Promise<Response> {
  const form = new FormData();
  form.append('file', new Blob([html]), 'page.html');
  form.append('format', output.kind);
  if (output.kind === 'png') {
    form.append('width', String(viewport.width));
    form.append('height', String(viewport.height));
    form.append('fullPage', String(output.fullPage));
  }
  const answer = await fetch(`${stack.baseUrl}/api/html/file`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stack.keys.business}`, accept },
    body: form,
  });
  if (!answer.ok) throw new Error(`POST /api/html/file: ${answer.status} ${await answer.text()}`);
  return answer;
}
