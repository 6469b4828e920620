import {
  DomainName,
  EndpointType,
  type IRestApi,
  type RestApi,
  SecurityPolicy,
} from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { AaaaRecord, ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayDomain } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import type { DomainSettings } from '../settings.ts';

/** A custom domain name for the API. Its URLs have no stage in their path. */
export class CustomDomain extends Construct {
  /** The target of the alias or CNAME record of the domain name. */
  readonly target: string;

  constructor(scope: Construct, id: string, { api, domain }: { api: RestApi; domain: DomainSettings }) {
    super(scope, id);
    const { domainName, certificateArn, hostedZoneId } = domain;
    const name = new DomainName(this, 'Name', {
      domainName,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', certificateArn),
      endpointType: EndpointType.REGIONAL,
      securityPolicy: SecurityPolicy.TLS_1_2,
      // CDK's interfaces do not support exactOptionalPropertyTypes.
      mapping: api as IRestApi,
    });
    this.target = name.domainNameAliasDomainName;
    if (hostedZoneId === undefined) return;
    const record = {
      zone: HostedZone.fromHostedZoneAttributes(this, 'Zone', { hostedZoneId, zoneName: domainName }),
      target: RecordTarget.fromAlias(new ApiGatewayDomain(name)),
    };
    new ARecord(this, 'Ipv4', record);
    new AaaaRecord(this, 'Ipv6', record);
  }
}
