export const canaryOrigin = 'http://canary.example';

/** Markup with which a browser loads something of an origin. */
export const loadingMarkup = (origin: string): string[] => {
  const remote = `${origin}/x`;
  return [
    `<img src="${remote}">`,
    `<img src=${remote.replace('http:', '')}>`,
    `<img srcset="${remote} 2x, ${remote}2 3x">`,
    `<IMG SRC="ht\ntp:${remote.replace('http:', '')}">`,
    `<picture><source srcset="${remote}"></picture>`,
    `<body background="${remote}">`,
    `<table background="${remote}"></table>`,
    `<link rel=stylesheet href="${remote}">`,
    `<link rel=preconnect href="${remote}"><link rel=dns-prefetch href="${remote}">`,
    `<script src="${remote}"></script>`,
    `<iframe src="${remote}"></iframe><frame src="${remote}">`,
    `<object data="${remote}"></object><embed src="${remote}">`,
    `<video poster="${remote}" src="${remote}"></video><audio src="${remote}"></audio>`,
    `<input type=image src="${remote}">`,
    `<svg><image href="${remote}"/><use xlink:href="${remote}#a"/></svg>`,
    `<style>@import "${remote}";</style>`,
    `<style>@import url(${remote});</style>`,
    `<style>@font-face { font-family: a; src: url(${remote}) } p { font-family: a }</style><p>a`,
    `<style>p { background: u\\72l("${remote}") }</style><p>a`,
    `<style>p { background: image-set("${remote}" 1x) }</style><p>a`,
    `<style>@media print { p { background: url( '${remote}' ) } }</style><p>a`,
    `<style>:root { --a: url(${remote}) } p { background: var(--a) }</style><p>a`,
    `<p style="background:url(${remote})">a`,
    `<p style="background:&#117;rl(${remote})">a`,
    `<p style="list-style:url(${remote});content:url(${remote})">a`,
    `<style>p{background:url(${remote}`,
  ];
};
