import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import type { ApiDocument } from './api-document.ts';
import type { ApiKey } from './api-key.ts';
import { forReference } from './reference-document.ts';

const scheme = 'apiKey';

const nothing = (): null => null;

const fittings = {
  components: {
    // It looks for one before it takes its field for files.
    JsonSchema_string_binary: nothing,
  },
  wrapComponents: {
    // The key stands above, once for the whole page.
    authorizeBtn: () => nothing,
    authorizeOperationBtn: () => nothing,
    // Fields that are left empty are not sent.
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

/** Shows the reference, in which each call can be tried with the key of the page. */
export function showReference(node: HTMLElement, document: ApiDocument, apiKey: ApiKey): void {
  const authorize = (key: string): void => {
    if (key !== '') reference.preauthorizeApiKey(scheme, key);
    // It fails on whoever has not logged in.
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
    // By default it would ask a server of others whether the description is valid.
    validatorUrl: null,
    onComplete: () => authorize(apiKey.value),
  });
  apiKey.onChange(authorize);
}
