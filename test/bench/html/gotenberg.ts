import type { Contestant } from './contestant.ts';
import { viewport } from './sample.ts';

/** A Gotenberg that is running, set to render as the service does. Source: https://gotenberg.dev/docs/routes */
export const gotenbergContestant = (origin: string): Contestant => ({
  name: 'Gotenberg',
  render: async ({ html, output }) => {
    const form = new FormData();
    form.append('files', new Blob([html], { type: 'text/html' }), 'index.html');
    const fields =
      output.kind === 'pdf'
        ? { preferCssPageSize: true, printBackground: true }
        : { ...viewport, format: 'png', clip: !output.fullPage };
    for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
    const route = output.kind === 'pdf' ? 'convert' : 'screenshot';
    const answer = await fetch(new URL(`/forms/chromium/${route}/html`, origin), {
      method: 'POST',
      body: form,
    });
    if (!answer.ok) throw new Error(`Gotenberg: ${answer.status} ${await answer.text()}`);
    return answer.bytes();
  },
});
