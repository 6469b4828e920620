import { publicUrl } from '../addresses.ts';
import { type Attack, type AttackFamily, page, script, type SiteResponse, visit } from '../attack.ts';

/** A page that asks for credentials, or a part of one that does. */
const challenge = (
  name: string,
  header: string,
  markup: string,
  status = 401,
  more: Partial<Attack> = {},
): Attack => {
  const response: SiteResponse = {
    status,
    headers: { [status === 407 ? 'proxy-authenticate' : 'www-authenticate']: header },
    body: page('Credentials wanted'),
  };
  const url = publicUrl(`${name}/`);
  return visit(name, url, {
    site: markup === '' ? { '': response } : { '': { body: page(markup) }, part: response },
    credentialedControl: true,
    ...more,
  });
};

export const credentialFamily: AttackFamily = {
  family: "the proxy's credentials",
  attacks: [
    challenge('challenge-page', 'Basic realm="x"', ''),
    challenge('challenge-page-realm', 'Basic realm="egress"', ''),
    challenge('challenge-digest', 'Digest realm="egress", nonce="x", qop="auth", algorithm=MD5', ''),
    challenge('challenge-frame', 'Basic realm="egress"', '<iframe src="part"></iframe>', 401, {
      ends: 'page',
    }),
    challenge('challenge-image', 'Basic realm="egress"', '<img src="part">', 401, { ends: 'page' }),
    challenge(
      'challenge-fetch',
      'Basic realm="egress"',
      script(`fetch('part', { credentials: 'include' })`),
      401,
      { ends: 'page' },
    ),
    challenge(
      'challenge-xhr',
      'Basic realm="egress"',
      script(`const x = new XMLHttpRequest(); x.open('GET', 'part'); x.withCredentials = true; x.send()`),
      401,
      { ends: 'page' },
    ),
    challenge(
      'challenge-worker',
      'Basic realm="egress"',
      script(
        `new Worker(URL.createObjectURL(new Blob(["fetch('${publicUrl('challenge-worker/part')}', { credentials: 'include' })"])))`,
      ),
      401,
      { ends: 'page' },
    ),
    challenge(
      'challenge-other-site',
      'Basic realm="egress"',
      '<iframe src="http://other.example/challenge-other-site/part"></iframe>',
      401,
      { ends: 'page' },
    ),
    challenge('challenge-as-proxy', 'Basic realm="egress"', '', 407),
    challenge('challenge-as-proxy-image', 'Basic realm="egress"', '<img src="part">', 407, {
      ends: 'page',
    }),
  ],
};
