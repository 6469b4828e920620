import { inside } from '../addresses.ts';
import { type AttackFamily, svg, upload } from '../attack.ts';

export const frameFamily: AttackFamily = {
  family: 'frames and objects',
  attacks: [
    upload('iframe', `<iframe src="${inside('iframe.html')}"></iframe>`),
    upload('iframe-sandboxed', `<iframe sandbox src="${inside('sandboxed.html')}"></iframe>`),
    upload(
      'iframe-credentialless',
      `<iframe credentialless src="${inside('credentialless.html')}"></iframe>`,
    ),
    upload('iframe-srcdoc', `<iframe srcdoc='<img src="${inside('srcdoc.png')}">'></iframe>`),
    upload(
      'iframe-lazy',
      `<div style="height:9000px"></div><iframe loading="lazy" src="${inside('lazy.html')}"></iframe>`,
    ),
    upload('iframe-data', `<iframe src="data:text/html,<img src='${inside('data.png')}'>"></iframe>`),
    upload('iframe-javascript', `<iframe src="javascript:'<img src=${inside('javascript.png')}>'"></iframe>`),
    upload('frameset', '', {
      source: { html: `<!doctype html><frameset><frame src="${inside('frame.html')}"></frameset>` },
      ends: 'any',
    }),
    upload('object', `<object data="${inside('object.html')}" type="text/html"></object>`),
    upload('object-pdf', `<object data="${inside('object.pdf')}" type="application/pdf"></object>`),
    upload('embed', `<embed src="${inside('embed.svg')}" type="image/svg+xml">`),
    upload('embed-pdf', `<embed src="${inside('embed.pdf')}" type="application/pdf">`),
    upload(
      'svg-foreign-object',
      svg(
        `<foreignObject width="300" height="60"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${inside('foreign.html')}"></iframe></foreignObject>`,
      ),
    ),
  ],
};
