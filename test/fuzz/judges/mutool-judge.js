/* global Document, print, readline */
// Runs in `mutool run`, whose JavaScript is ECMAScript 5. Responds to each line of input, see page-judge.ts.

function textOf(page) {
  var text = '';
  page.toStructuredText('').walk({
    onChar: function (character) {
      text += character;
    },
  });
  return text;
}

function respond(request) {
  var document = Document.openDocument ? Document.openDocument(request.path) : new Document(request.path);
  if (request.password !== undefined) document.authenticatePassword(request.password);
  var texts = [];
  for (var page = request.first; page <= request.last; page += 1) {
    texts.push(textOf(document.loadPage(page - 1)));
  }
  return { pages: document.countPages(), texts: texts };
}

for (;;) {
  var line = readline();
  try {
    print(JSON.stringify(respond(JSON.parse(line))));
  } catch (error) {
    print(JSON.stringify({ error: String(error) }));
  }
}
