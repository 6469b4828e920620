import { inside } from '../addresses.ts';
import { type AttackFamily, uploadScript } from '../attack.ts';
import { securePage } from './scripted-page.ts';

export const windowFamily: AttackFamily = {
  family: 'windows',
  attacks: [
    uploadScript('popup', `open('${inside('popup.html')}')`),
    uploadScript('popup-noopener', `open('${inside('noopener.html')}', '_blank', 'noopener')`),
    uploadScript(
      'popup-blank',
      `const w = open('about:blank'); if (w) w.location = '${inside('blank.html')}'`,
    ),
    uploadScript(
      'popup-script',
      `const w = open(''); w?.document.write('<script>fetch("${inside('written.txt')}")<\\/script>')`,
    ),
    uploadScript(
      'popup-link',
      `document.body.insertAdjacentHTML('beforeend', '<a id="a" target="_blank" rel="noopener" href="${inside('link.html')}">x</a>'); a.click()`,
    ),
    uploadScript(
      'popup-link-opener',
      `document.body.insertAdjacentHTML('beforeend', '<a id="a" target="x" rel="opener" href="${inside('opener.html')}">x</a>'); a.click()`,
    ),
    uploadScript(
      'popup-form',
      `document.body.insertAdjacentHTML('beforeend', '<form id="f" target="_blank" method="post" action="${inside('form.html')}"></form>'); f.submit()`,
    ),
    uploadScript(
      'popup-from-frame',
      `document.body.insertAdjacentHTML('beforeend', '<iframe srcdoc="<script>open(\\'${inside('frame.html')}\\')<\\/script>"></iframe>')`,
    ),
    uploadScript(
      'popup-clean-frame',
      `const f = document.body.appendChild(document.createElement('iframe')); f.contentWindow.open('${inside('clean.html')}')`,
    ),
    uploadScript(
      'download',
      `document.body.insertAdjacentHTML('beforeend', '<a id="a" download href="${inside('download.bin')}">x</a>'); a.click()`,
      // At another origin it is no download but another page.
      { ends: 'any' },
    ),
    uploadScript(
      'print-frame',
      `const f = document.body.appendChild(document.createElement('iframe')); f.src = '${inside('printed.html')}'; f.onload = () => f.contentWindow.print()`,
    ),
    securePage(
      'document-picture-in-picture',
      `documentPictureInPicture?.requestWindow().then((w) => w.location = '${inside('pip.html')}').catch(() => {})`,
    ),
  ],
};
