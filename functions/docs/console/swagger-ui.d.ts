declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  interface SwaggerRequest {
    url: string;
    headers: Record<string, string>;
  }
  interface System {
    preauthorizeApiKey(scheme: string, key: string): void;
    authActions: { logout(schemes: readonly string[]): void };
  }
  interface Options {
    domNode: HTMLElement;
    spec: object;
    deepLinking?: boolean;
    defaultModelsExpandDepth?: number;
    docExpansion?: 'none' | 'list';
    displayRequestDuration?: boolean;
    filter?: boolean;
    persistAuthorization?: boolean;
    plugins?: unknown[];
    requestSnippetsEnabled?: boolean;
    tryItOutEnabled?: boolean;
    validatorUrl: null;
    onComplete?: () => void;
  }
  export default function SwaggerUI(options: Options): System;
}
