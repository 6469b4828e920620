import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import type { ApiDocument } from './api-document.ts';
import type { ApiKey } from './api-key.ts';
import { forReference } from './reference-document.ts';

const scheme = 'apiKey';

const nothing = (): null => null;

const fittings = {
  components: {
    // Swagger UI looks for this component before it uses its file field.
    JsonSchema_string_binary: nothing,
  },
  wrapComponents: {
    // The page has one field for the key, above.
    authorizeBtn: () => nothing,
    authorizeOperationBtn: () => nothing,
    // Empty fields are not sent.
    ParameterIncludeEmpty:
      (original: unknown, { React }: SwaggerSystem) =>
      (properties: IncludeEmpty) =>
        React.createElement(original, {
          ...properties,
          isIncludedOptions: { ...properties.isIncludedOptions, defaultValue: false },
        }),
  },
};

interface SwaggerSystem {
  React: { createElement: (type: unknown, properties: object) => unknown };
}

interface IncludeEmpty {
  isIncludedOptions?: object;
}

/** Shows the reference. Its requests use the key of the page. */
export function showReference(node: HTMLElement, document: ApiDocument, apiKey: ApiKey): void {
  const authorize = (key: string): void => {
    if (key !== '') reference.preauthorizeApiKey(scheme, key);
    // `logout` fails without a previous authorization.
    else if (authorized) reference.authActions.logout([scheme]);
    authorized = key !== '';
  };
  let authorized = false;
  const reference = SwaggerUI({
    domNode: node,
    spec: forReference(document),
    deepLinking: true,
    defaultModelsExpandDepth: 0,
    docExpansion: 'list',
    displayRequestDuration: true,
    plugins: [fittings],
    // By default, Swagger UI sends the document to a third-party validator.
    validatorUrl: null,
    onComplete() {
      authorize(apiKey.value);
      showLinked(node);
    },
  });
  apiKey.onChange(authorize);
}

/** Scrolls to the operation or the tag that the URL of the page names. Swagger UI only opens it. */
function showLinked(node: HTMLElement): void {
  const [, tag, operation] = decodeURIComponent(location.hash).split('/');
  if (!tag) return;
  const id = `operations-${operation ? `${tag}-${operation}` : `tag-${tag}`}`.replaceAll(' ', '_');
  const observer = new MutationObserver(() => scroll());
  const scroll = (): void => {
    const linked = document.getElementById(id);
    if (!linked) return;
    observer.disconnect();
    linked.scrollIntoView();
  };
  observer.observe(node, { childList: true, subtree: true });
  scroll();
}
