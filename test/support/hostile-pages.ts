const script = (code: string): string => `<p id=target>text</p><script>${code}</script>`;

/** Redefines an accessor of a prototype. */
const getter = (of: string, name: string, body: string): string =>
  script(`Object.defineProperty(${of}, '${name}', { configurable: true, get() { ${body} } });`);

/** Rejects everything that is called on it and taken from it. */
const trap = '(() => { throw new TypeError("trap") })';

/** Built-in objects that scripts depend on. */
const globals = {
  'JSON.stringify returns null': script(`JSON.stringify = () => 'null'`),
  'JSON.stringify returns broken JSON': script(`JSON.stringify = () => '{'`),
  'JSON.stringify returns other shapes': script(
    `JSON.stringify = () => '{"refresh":"x","lazy":{},"scrolls":[],"x":"a","y":null,"width":{},"height":-1e999}'`,
  ),
  'JSON is missing': script('JSON = undefined; delete globalThis.JSON'),
  'Promise is missing': script('Promise = undefined; delete globalThis.Promise'),
  'promises never settle': script('Promise.prototype.then = () => {}; Promise = class { then() {} }'),
  'every object is a promise': script('Object.prototype.then = () => {}'),
  'every object has toJSON': script(`Object.prototype.toJSON = () => 'forged'`),
  'every object has hostile setters': script(
    `for (const name of ['x', 'y', 'width', 'height', 'lazy', 'scrolls', 'refresh', 'value', 'type'])
       Object.defineProperty(Object.prototype, name, { set: ${trap}, get: ${trap} })`,
  ),
  'iteration throws': script(`Array.prototype[Symbol.iterator] = ${trap}`),
  'iteration never ends': script(
    `const forever = { next: () => ({ done: false, value: {} }) };
     for (const list of [Array, NodeList, HTMLCollection]) list.prototype[Symbol.iterator] = () => forever`,
  ),
  'numbers and strings are something else': script(
    `Math.max = () => 'x'; parseFloat = () => ({}); Number.isNaN = () => 1; String = Number = Boolean = ${trap};
     Function.prototype.call = Function.prototype.apply = ${trap}`,
  ),
  'timers and frames never come': script(
    `requestAnimationFrame = setTimeout = () => {}; document.body.style.height = '3000px'`,
  ),
  'scrolling throws': script(`scrollTo = scrollBy = ${trap}; document.body.style.height = '3000px'`),
};

/** What the document says of itself. */
const document = {
  'the title throws': getter('Document.prototype', 'title', 'throw 1'),
  'the title is an object': getter('document', 'title', 'return { toString() { throw 1 } }'),
  'the title has 10 MB': script(`document.title = 'title '.repeat(1_750_000)`),
  'the title has lone surrogates': script(`document.title = '\\ud800'.repeat(2000)`),
  'querySelector throws': script(`document.querySelector = document.querySelectorAll = ${trap}`),
  'querySelector finds a missing element': script(
    `document.querySelector = Document.prototype.querySelector = () => new Proxy(function () {}, { get: ${trap} })`,
  ),
  'fonts never load': getter('Document.prototype', 'fonts', `return { status: 'loading' }`),
  'pictures never load':
    getter('HTMLImageElement.prototype', 'complete', 'return false') + '<img src="data:,">',
  'images, scripts and fonts throw': ['images', 'scripts', 'fonts', 'scrollingElement']
    .map((name) => getter('Document.prototype', name, 'throw 1'))
    .join(''),
  'the window has no size': getter('window', 'innerHeight', 'return NaN'),
  'the window has a negative size': getter('window', 'innerHeight', 'return -1e-300'),
  'the root is higher than any number': getter('Element.prototype', 'scrollHeight', 'return Infinity'),
  'the root has no height': getter('Element.prototype', 'scrollHeight', 'return NaN'),
  'the root has a textual height': getter('Element.prototype', 'scrollHeight', `return 'x'`),
  'boxes throw': script(`Element.prototype.getBoundingClientRect = ${trap}`),
  'boxes are no numbers': script(
    `Element.prototype.getBoundingClientRect = () => ({ x: NaN, y: 'a', width: null, height: Infinity, bottom: {} })`,
  ),
  'boxes are of another planet': script(
    'Element.prototype.getBoundingClientRect = () => ({ x: 1e308, y: -1e308, width: 1e308, height: 1e308, bottom: 1e308 })',
  ),
};

/** Elements stand for what a document calls by their names; no script is needed for it. */
const clobbering = {
  'a picture is the title': '<p id=target>text</p><img name=title>',
  'forms are the title': '<p id=target>text</p><form name=title></form><form name=title></form>',
  'pictures have the names of functions': [
    ...['querySelector', 'querySelectorAll', 'documentElement', 'scrollingElement'],
    ...['scripts', 'fonts', 'images', 'body', 'getElementsByTagName', 'createElement'],
  ].reduce((html, name) => `${html}<img name=${name}><form name=${name}></form>`, '<p id=target>text</p>'),
  'frames are the window': ['innerHeight', 'scrollY', 'document', 'JSON', 'Math', 'String']
    .map((name) => `<iframe name=${name} srcdoc=x></iframe>`)
    .join('<p id=target>text</p>'),
};

/** Documents of an unusual build. */
const trees = {
  'there is no root': script('document.documentElement.remove()'),
  'there is nothing': script('document.replaceChildren()'),
  'the root is a form': script(
    `const form = document.createElement('form');
     form.innerHTML = '<input name=getBoundingClientRect><input name=scrollHeight><input name=id id=target>';
     document.replaceChild(form, document.documentElement)`,
  ),
  'the root is SVG': script(
    `document.replaceChild(document.createElementNS('http://www.w3.org/2000/svg', 'svg'), document.documentElement)`,
  ),
  'everything is far away':
    '<style>#target{position:absolute;left:33000000px;top:-33000000px}</style><p id=target>x',
  'everything is huge': '<p id=target style="width:33554431px;height:33554431px">x',
  'everything is turned and stretched':
    '<p id=target style="transform:matrix(1e38,1e38,1e38,1e38,1e38,1e38)">x',
  'refreshes are no numbers': ['1e999', '-1', '1e-999', 'NaN', '0x10', ';', '']
    .map((content) => `<meta http-equiv=refresh content="${content}">`)
    .join('<p id=target>text</p>'),
};

/** A page that talks. */
const messages = {
  'logs 10 MB': script(`console.log('x'.repeat(1e7))`),
  'logs what throws': script(
    `console.log({ get x() { throw 1 }, toString() { throw 2 } }, new Proxy({}, { get: ${trap}, ownKeys: ${trap} }))`,
  ),
  'throws what throws': script(`throw { toString() { throw 1 }, get stack() { throw 2 }, name: {} }`),
  'rejects with 10 MB': script(`Promise.reject(new Error('x'.repeat(1e7)))`),
  'has an address of 1 MB': script(`history.replaceState(null, '', '#' + 'x'.repeat(1e6))`),
  'asks for an address of 1 MB': script(`new Image().src = 'http://10.0.0.1/' + 'x'.repeat(1e6)`),
};

/** Pages that interfere with what a renderer reads from them: the HTML of their bodies, by name. */
export const hostilePages: Readonly<Record<string, string>> = {
  ...globals,
  ...document,
  ...clobbering,
  ...trees,
  ...messages,
};
