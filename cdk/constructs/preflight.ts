import {
  AuthorizationType,
  ContentHandling,
  type IResource,
  MockIntegration,
  PassthroughBehavior,
} from 'aws-cdk-lib/aws-apigateway';
import { preflightHeaders } from '#lib/http/cors.ts';

/**
 * Adds a method by which API Gateway responds to preflight requests for a resource. CDK's `defaultCorsPreflightOptions`
 * does not work here: with binary media types, a mock integration fails unless it converts the request's body to text.
 *
 * @param methods the methods that pages can call
 */
export function addPreflight(resource: IResource, methods: readonly string[]): void {
  const fixed = Object.entries(preflightHeaders(methods)).map(
    ([name, value]) => [name, `'${value}'`] as const,
  );
  const headers = [...fixed, ['x-request-id', 'context.requestId'] as const].map(
    ([name, value]): [string, string] => [`method.response.header.${name}`, value],
  );
  resource.addMethod(
    'OPTIONS',
    new MockIntegration({
      contentHandling: ContentHandling.CONVERT_TO_TEXT,
      passthroughBehavior: PassthroughBehavior.NEVER,
      requestTemplates: { 'application/json': '{"statusCode": 204}' },
      integrationResponses: [
        {
          statusCode: '204',
          contentHandling: ContentHandling.CONVERT_TO_TEXT,
          responseParameters: Object.fromEntries(headers),
        },
      ],
    }),
    {
      authorizationType: AuthorizationType.NONE,
      methodResponses: [
        {
          statusCode: '204',
          responseParameters: Object.fromEntries(headers.map(([name]) => [name, true])),
        },
      ],
    },
  );
}
