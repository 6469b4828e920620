import { inside, publicUrl } from '../addresses.ts';
import { type Attack, type AttackFamily, page, script, type SiteResponse, upload, visit } from '../attack.ts';

const redirect = (location: string, status = 302): SiteResponse => ({ status, headers: { location } });

const statuses = [301, 302, 303, 307, 308];

/** A page of the public site that leads inside. */
const leading = (name: string, response: SiteResponse, more: Partial<Attack> = {}): Attack =>
  visit(name, publicUrl(`${name}/`), { site: { '': response }, ...more });

const leadingPage = (name: string, markup: string, head = ''): Attack =>
  leading(name, { body: page(markup, head) });

const leadingScript = (name: string, code: string): Attack => leadingPage(name, script(code));

/** A page whose parts are redirected inside. */
const partOf = (name: string, markup: string, path: string, more: Partial<Attack> = {}): Attack =>
  upload(name, markup.replaceAll('$URL', publicUrl(`${name}/part`)), {
    site: { part: redirect(inside(path), 307) },
    ...more,
  });

const chain = Object.fromEntries(
  Array.from({ length: 6 }, (_, step) => [
    step === 0 ? '' : `${step}`,
    redirect(step === 5 ? inside('chain.html') : publicUrl(`redirect-chain/${step + 1}`)),
  ]),
);

export const redirectFamily: AttackFamily = {
  family: 'redirects',
  attacks: [
    ...statuses.map((status) =>
      leading(`redirect-${status}`, redirect(inside(`${status}.html`), status), { ends: 'rejected' }),
    ),
    visit('redirect-chain', publicUrl('redirect-chain/'), { site: chain, ends: 'rejected' }),
    leading('redirect-to-loopback', redirect('http://127.0.0.1:9001/'), { ends: 'rejected' }),
    leading('redirect-to-decimal', redirect('http://167772165:9001/'), { ends: 'rejected' }),
    leading('redirect-to-mapped', redirect('http://[::ffff:a00:5]:9001/'), { ends: 'rejected' }),
    leading('redirect-to-https', redirect('https://10.0.0.5/'), { ends: 'rejected' }),
    leading('redirect-to-name', redirect('http://inside.example:9001/'), { ends: 'rejected' }),
    leading('redirect-without-scheme', redirect('//10.0.0.5:9001/'), { ends: 'rejected' }),
    leading('redirect-backslashes', redirect('/\\10.0.0.5:9001/'), { ends: 'rejected' }),
    leading('redirect-userinfo', redirect('http://public.example@10.0.0.5:9001/'), { ends: 'rejected' }),
    leading('redirect-to-view-source', redirect(`view-source:${inside('')}`)),
    leading('redirect-to-data', redirect(`data:text/html,<iframe src="${inside('data.html')}"></iframe>`)),
    leading('redirect-to-file', redirect('file:///etc/passwd')),
    leading('refresh-header', {
      headers: { refresh: `0; url=${inside('refresh.html')}` },
      body: page(''),
    }),
    leadingPage(
      'meta-refresh',
      '',
      `<meta http-equiv="refresh" content="0; url=${inside('meta-refresh.html')}">`,
    ),
    upload('meta-refresh-upload', '', {
      source: {
        html: page('', `<meta http-equiv="refresh" content="0; url=${inside('meta-refresh.html')}">`),
      },
      ends: 'any',
    }),
    leadingScript('location-assign', `location.assign('${inside('assign.html')}')`),
    leadingScript('location-replace', `location.replace('${inside('replace.html')}')`),
    leadingScript('location-late', `setTimeout(() => { location = '${inside('late.html')}' }, 150)`),
    leadingScript('navigation-api', `navigation.navigate('${inside('navigation.html')}')`),
    leadingPage(
      'top-from-frame',
      `<iframe srcdoc="<script>top.location='${inside('top.html')}'</script>"></iframe>`,
    ),
    leadingPage('link-clicked', `<a id="a" href="${inside('link.html')}">x</a>${script('a.click()')}`),
    leadingPage(
      'base-href',
      `<a id="a" href="base.html">x</a>${script('a.click()')}`,
      `<base href="${inside('')}">`,
    ),
    leadingPage('form-get', `<form id="f" action="${inside('form.html')}"></form>${script('f.submit()')}`),
    leadingPage(
      'form-post',
      `<form id="f" method="post" action="${inside('form.html')}"><input name="a" value="b"></form>${script('f.submit()')}`,
    ),
    visit('form-post-redirected', publicUrl('form-post-redirected/'), {
      site: {
        '': { body: page(`<form id="f" method="post" action="part"></form>${script('f.submit()')}`) },
        part: redirect(inside('form-redirected.html'), 307),
      },
    }),
    partOf('redirected-frame', '<iframe src="$URL"></iframe>', 'frame.html'),
    partOf('redirected-image', '<img src="$URL">', 'image.png'),
    partOf('redirected-style-sheet', '<link rel="stylesheet" href="$URL">', 'sheet.css'),
    partOf('redirected-import', '<style>@import url("$URL");</style>', 'import.css'),
    partOf('redirected-script', '<script src="$URL"></script>', 'script.js'),
    partOf(
      'redirected-font',
      '<style>@font-face { font-family: F; src: url("$URL") } p { font-family: F }</style>',
      'font.woff2',
    ),
    partOf('redirected-object', '<object data="$URL" type="image/svg+xml"></object>', 'object.svg'),
    partOf('redirected-video', '<video src="$URL" autoplay muted></video>', 'video.mp4'),
    partOf('redirected-fetch', script("fetch('$URL').then((r) => r.text()).then(show, show)"), 'fetch.txt'),
    partOf('redirected-fetch-no-cors', script("fetch('$URL', { mode: 'no-cors' })"), 'fetch.txt'),
    partOf(
      'redirected-events',
      script("new EventSource('$URL').onmessage = (e) => show(e.data)"),
      'events.sse',
    ),
    partOf('redirected-beacon', script("navigator.sendBeacon('$URL', 'x')"), 'beacon.txt'),
    partOf('redirected-module', '<script type="module" src="$URL"></script>', 'module.js'),
  ],
};
