import { inside } from '../addresses.ts';
import { type AttackFamily, page, svg, upload } from '../attack.ts';

export const pictureFamily: AttackFamily = {
  family: 'pictures and media',
  attacks: [
    upload('img', `<img src="${inside('img.png')}">`),
    upload('img-cross-origin', `<img crossorigin src="${inside('cors.png')}">`),
    upload('img-srcset', `<img srcset="${inside('srcset.png')} 1x">`),
    upload('img-lazy', `<div style="height:9000px"></div><img loading="lazy" src="${inside('lazy.png')}">`),
    upload('picture-source', `<picture><source srcset="${inside('picture.png')}"><img alt=""></picture>`),
    upload('input-image', `<input type="image" src="${inside('input.png')}">`),
    upload('body-background', `<table background="${inside('background.png')}"><tr><td>x</table>`),
    upload('svg-image', svg(`<image href="${inside('svg-image.png')}" width="50" height="50"/>`)),
    upload('svg-image-xlink', svg(`<image xlink:href="${inside('xlink.png')}" width="50" height="50"/>`)),
    upload(
      'svg-filter-image',
      svg(
        `<filter id="f"><feImage href="${inside('fe.png')}"/></filter><rect filter="url(#f)" width="50" height="50"/>`,
      ),
    ),
    upload('svg-use', svg(`<use href="${inside('use.svg')}#x"/>`)),
    upload(
      'svg-within-img',
      `<img src="data:image/svg+xml,${encodeURIComponent(svg(`<image href="${inside('nested.png')}" width="50" height="50"/>`))}">`,
    ),
    upload('video', `<video autoplay muted src="${inside('video.mp4')}"></video>`),
    upload('video-poster', `<video poster="${inside('poster.png')}"></video>`),
    upload('video-source', `<video autoplay muted><source src="${inside('source.webm')}"></video>`),
    upload(
      'video-track',
      `<video autoplay muted src="data:video/mp4;base64,"><track default kind="subtitles" src="${inside('track.vtt')}"></video><script>document.querySelector('track').track.mode='showing'</script>`,
    ),
    upload('audio', `<audio autoplay src="${inside('audio.mp3')}"></audio>`),
    upload('favicon', '', {
      source: { html: page('', `<link rel="icon" href="${inside('favicon.png')}">`) },
    }),
    upload('touch-icon', '', {
      source: { html: page('', `<link rel="apple-touch-icon" href="${inside('touch.png')}">`) },
    }),
  ],
};
