import { describe, expect, it } from 'vitest';
import { synthesizeStack, templateOf } from '../support/synth.ts';
import { functionsOf, template } from '../support/template.ts';
import { Match } from 'aws-cdk-lib/assertions';

describe('settings', () => {
  it.each([
    [{ logRetentionDays: 2 }, /logRetentionDays must be one of 1, 3, 5/],
    [{ apiLogs: 'maybe' }, /apiLogs must be true or false/],
    [{ xray: 'yes' }, /xray must be true or false/],
    [{ responseStreaming: 'no' }, /responseStreaming must be true or false/],
    [{ syncResponseSeconds: '28,60' }, /syncResponseSeconds must be .* for each of free, pro, business/],
    [{ syncResponseSeconds: '28,60,601' }, /syncResponseSeconds must be a whole number from 5 to 600/],
    [{ inlineResponseMegabytes: 201 }, /inlineResponseMegabytes must be a whole number from 1 to 200/],
    [{ tags: 'Team' }, /tags must be pairs .* 'Team' is none/],
    [{ tags: 'aws:team=a' }, /tags must be pairs/],
  ])('reject %j', (context, message) => {
    expect(() => templateOf(context)).toThrow(message);
  });

  it('put tags on all of the stack, a project among them', () => {
    using standard = synthesizeStack();
    expect(standard.stack.tags.tagValues()).toEqual({ Project: 'FileConversion' });
    using tagged = synthesizeStack({ tags: 'Team=Documents, Project=Mine' });
    expect(tagged.stack.tags.tagValues()).toEqual({ Project: 'Mine', Team: 'Documents' });
  });

  it('record traces with X-Ray, but never from where pages of strangers run', () => {
    const traced = templateOf({ xray: 'true' });
    traced.hasResourceProperties('AWS::ApiGateway::Stage', { TracingEnabled: true });
    const untraced = [...functionsOf(traced)].filter(
      ([, { Properties }]) =>
        (Properties['TracingConfig'] as { Mode?: string } | undefined)?.Mode !== 'Active',
    );
    expect(untraced.map(([name]) => name)).toEqual(['Renderer']);
    template.resourcePropertiesCountIs('AWS::Lambda::Function', { TracingConfig: Match.anyValue() }, 0);
  });

  it('set the days that logs are kept', () => {
    templateOf({ logRetentionDays: 7 }).allResourcesProperties('AWS::Logs::LogGroup', { RetentionInDays: 7 });
  });
});
