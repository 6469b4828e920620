import { inside, insideHost, publicUrl } from '../addresses.ts';
import { type AttackFamily, page, svg, upload, visit } from '../attack.ts';

const speculation = (kind: string, url: string): string =>
  `<script type="speculationrules">{"${kind}":[{"source":"list","urls":["${url}"],"eagerness":"immediate"}]}</script>`;

export const linkFamily: AttackFamily = {
  family: 'links, hints and reports',
  attacks: [
    upload('preload-image', `<link rel="preload" as="image" href="${inside('preload.png')}">`),
    upload('preload-fetch', `<link rel="preload" as="fetch" crossorigin href="${inside('preload.json')}">`),
    upload('module-preload', `<link rel="modulepreload" href="${inside('preload.js')}">`),
    upload('prefetch', `<link rel="prefetch" href="${inside('prefetch.html')}">`),
    upload('preconnect', `<link rel="preconnect" href="http://${insideHost}:9001">`),
    upload('prerender', `<link rel="prerender" href="${inside('prerender.html')}">`),
    upload('speculation-prefetch', speculation('prefetch', inside('speculation.html'))),
    upload('speculation-prerender', speculation('prerender', inside('speculation.html'))),
    visit('speculation-same-site', publicUrl('speculation-same-site/'), {
      site: {
        '': { body: page(speculation('prerender', publicUrl('speculation-same-site/next'))) },
        next: { body: page(`<img src="${inside('prerendered.png')}">`) },
      },
      ends: 'page',
    }),
    visit('speculation-header', publicUrl('speculation-header/'), {
      site: {
        '': {
          headers: { 'speculation-rules': `"${publicUrl('speculation-header/rules')}"` },
          body: page(''),
        },
        rules: {
          headers: { 'content-type': 'application/speculationrules+json' },
          body: `{"prefetch":[{"source":"list","urls":["${inside('header.html')}"],"eagerness":"immediate"}]}`,
        },
      },
      ends: 'page',
    }),
    visit('link-header-preload', publicUrl('link-header-preload/'), {
      site: {
        '': { headers: { link: `<${inside('header.png')}>; rel=preload; as=image` }, body: page('') },
      },
      ends: 'page',
    }),
    visit('link-header-style', publicUrl('link-header-style/'), {
      site: { '': { headers: { link: `<${inside('header.css')}>; rel=stylesheet` }, body: page('') } },
      ends: 'page',
    }),
    upload('manifest', '', {
      source: { html: page('', `<link rel="manifest" href="${inside('manifest.json')}">`) },
    }),
    upload('ping', `<a id="a" href="#x" ping="${inside('ping.txt')}">x</a><script>a.click()</script>`),
    upload('attribution', `<img attributionsrc="${inside('attribution.txt')}" src="data:,">`),
    upload(
      'compression-dictionary',
      `<link rel="compression-dictionary" href="${inside('dictionary.txt')}">`,
    ),
    visit('csp-report', publicUrl('csp-report/'), {
      site: {
        '': {
          headers: { 'content-security-policy': `img-src 'none'; report-uri ${inside('report.json')}` },
          body: page('<img src="x.png">'),
        },
      },
      ends: 'page',
    }),
    visit('reporting-endpoints', publicUrl('reporting-endpoints/'), {
      site: {
        '': {
          headers: {
            'reporting-endpoints': `e="${inside('endpoint.json')}"`,
            'report-to': `{"group":"e","max_age":9,"endpoints":[{"url":"${inside('to.json')}"}]}`,
            nel: '{"report_to":"e","max_age":9,"success_fraction":1}',
            'content-security-policy': `img-src 'none'; report-to e; report-uri ${inside('uri.json')}`,
          },
          body: page('<img src="x.png">'),
        },
      },
      ends: 'page',
    }),
    upload('script-element', `<script src="${inside('script.js')}"></script>`),
    upload('script-module', `<script type="module" src="${inside('module.js')}"></script>`),
    upload(
      'import-map',
      `<script type="importmap">{"imports":{"x":"${inside('map.js')}"}}</script><script type="module">import 'x'</script>`,
    ),
    upload('svg-script', svg(`<script href="${inside('svg.js')}"/>`)),
  ],
};
