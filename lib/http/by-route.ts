import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';

export type Endpoint = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/**
 * Serves several routes with one function.
 *
 * @param endpoints by the path of their contract, which API Gateway calls the resource
 */
export function byRoute(endpoints: Readonly<Record<string, Endpoint>>): Endpoint {
  return (event, context) => {
    const endpoint = endpoints[event.resource];
    if (!endpoint) throw new Error(`The function does not serve ${event.resource}`);
    return endpoint(event, context);
  };
}
