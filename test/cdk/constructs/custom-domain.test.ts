import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { templateOf } from '../../support/synth.ts';
import { template } from '../../support/template.ts';

const certificateArn = 'arn:aws:acm:eu-central-1:123456789012:certificate/0a1b2c3d';
const domain = { domainName: 'convert.example.com', certificateArn };

describe('a custom domain', () => {
  it('is absent without its settings', () => {
    template.resourceCountIs('AWS::ApiGateway::DomainName', 0);
  });

  it('maps the domain name to the API', () => {
    const own = templateOf(domain);
    own.hasResourceProperties('AWS::ApiGateway::DomainName', {
      DomainName: 'convert.example.com',
      RegionalCertificateArn: certificateArn,
      SecurityPolicy: 'TLS_1_2',
    });
    own.resourceCountIs('AWS::ApiGateway::BasePathMapping', 1);
    own.resourceCountIs('AWS::Route53::RecordSet', 0);
    own.hasOutput('BaseUrl', { Value: 'https://convert.example.com' });
    own.hasOutput('DomainTarget', { Value: Match.anyValue() });
  });

  it('has DNS records when the hosted zone is set', () => {
    const withZone = templateOf({ ...domain, hostedZoneId: 'Z0123456789' });
    for (const Type of ['A', 'AAAA']) {
      withZone.hasResourceProperties('AWS::Route53::RecordSet', {
        Type,
        Name: 'convert.example.com.',
        HostedZoneId: 'Z0123456789',
      });
    }
  });

  it.each([
    [{ domainName: 'convert.example.com' }, /requires both domainName and certificateArn/],
    [{ hostedZoneId: 'Z1' }, /requires both domainName and certificateArn/],
    [{ domainName: 'https://example.com', certificateArn }, /domainName must be a host name/],
    [{ domainName: 'convert.example.com', certificateArn: 'mine' }, /certificateArn must be the ARN/],
  ])('rejects %j', (context, message) => {
    expect(() => templateOf(context)).toThrow(message);
  });
});
