import { plainPng } from '../../support/png.ts';

/** What every canary, and every file that no page may read, says. */
export const secretText = 'Secret of the inside';

/** Width of the secret picture in pixels, by which a PDF that has it is known. */
export const secretWidth = 37;

const sheet = `body::after { content: "${secretText}" }`;
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="60" id="x"><text x="5" y="30">${secretText}</text></svg>`;
const program = `if (self.document) document.documentElement.append(${JSON.stringify(secretText)}); else if (self.postMessage) self.postMessage(${JSON.stringify(secretText)});`;

/** The secret in every kind that a page can make use of, by extension. */
export const secretBodies: Readonly<Record<string, { type: string; body: string | Buffer }>> = {
  html: { type: 'text/html', body: `<!doctype html><title>Inside</title><p>${secretText}</p>` },
  txt: { type: 'text/plain', body: secretText },
  json: { type: 'application/json', body: JSON.stringify({ secret: secretText }) },
  png: { type: 'image/png', body: plainPng(secretWidth, 41) },
  svg: { type: 'image/svg+xml', body: drawing },
  css: { type: 'text/css', body: sheet },
  js: { type: 'text/javascript', body: program },
  xml: { type: 'text/xml', body: `<secret>${secretText}</secret>` },
  sse: { type: 'text/event-stream', body: `data: ${secretText}\n\n` },
  vtt: { type: 'text/vtt', body: `WEBVTT\n\n00:00.000 --> 10:00.000\n${secretText}\n` },
};
