import type { Plugin } from '../plugin.ts';
import { physicalId, physicalName } from '../template/physical-id.ts';
import { identified, unserved } from '../template/resource-type.ts';
import { ApiKeyStore } from './control-plane/api-key-store.ts';
import { startControlPlane } from './control-plane/server.ts';
import { gatewayBandwidth } from './gateway/limits.ts';
import { readRestApi } from './gateway/read-rest-api.ts';
import { startGateway } from './gateway/server.ts';

const restApiId = identified(10);

/** API Gateway: a REST API, and the service's own API as far as it manages keys. */
export const apigateway: Plugin = {
  name: 'apigateway',
  resourceTypes: {
    'AWS::ApiGateway::RestApi': {
      ref: restApiId,
      attributes: {
        RestApiId: restApiId,
        // Any id that no resource has, and that differs between APIs.
        RootResourceId: (resource) => physicalId(`${resource.logicalId}/`, 10),
      },
    },
    'AWS::ApiGateway::Resource': { ref: identified(6), attributes: { ResourceId: identified(6) } },
    'AWS::ApiGateway::Method': { ref: identified(10), attributes: {} },
    'AWS::ApiGateway::Authorizer': { ref: identified(6), attributes: { AuthorizerId: identified(6) } },
    'AWS::ApiGateway::GatewayResponse': { ref: identified(10), attributes: { Id: identified(10) } },
    'AWS::ApiGateway::Stage': {
      ref: (resource) => resource.text('StageName') ?? physicalName(resource.logicalId, 128),
      attributes: {},
    },
    'AWS::ApiGateway::UsagePlan': { ref: identified(6), attributes: { Id: identified(6) } },
    'AWS::ApiGateway::Account': unserved(),
    'AWS::ApiGateway::BasePathMapping': unserved(),
    'AWS::ApiGateway::Deployment': unserved({
      ref: identified(6),
      attributes: { DeploymentId: identified(6) },
    }),
    // The local gateway has an address of its own.
    'AWS::ApiGateway::DomainName': unserved({
      attributes: { RegionalDomainName: () => 'localhost', RegionalHostedZoneId: identified(14) },
    }),
  },
  read({ evaluator }) {
    const api = readRestApi(evaluator);
    return async ({ serve, directory, credentials, functions, resources, log, options }) => {
      const { port: gatewayPort, verbose = false, limitBandwidth = false } = options;
      const bandwidth = limitBandwidth ? gatewayBandwidth : undefined;
      const keys = new ApiKeyStore(directory);
      resources.defer(() => keys.close());
      await serve('apigateway', (port) => {
        const { usagePlans, id: apiId, stage } = api;
        return startControlPlane({ keys, usagePlans, apiId, stage: stage.name, port, credentials, log });
      });
      await serve(
        'execute-api',
        (port) => startGateway({ api, port, apiKeys: keys, functions, bandwidth, log, verbose }),
        gatewayPort,
      );
      return {
        activate: (addressed) => {
          // Their templates can have the address of the API, which has a port only now.
          api.gatewayResponses = readRestApi(addressed.evaluator).gatewayResponses;
        },
      };
    };
  },
};
