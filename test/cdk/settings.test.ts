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
    [{ syncResponseSeconds: '28,60,291' }, /syncResponseSeconds must be an integer from 5 to 290/],
    [{ inlineResponseMegabytes: 201 }, /inlineResponseMegabytes must be an integer from 1 to 200/],
    [{ tags: 'Team' }, /tags must be pairs .*, not 'Team'/],
    [{ tags: 'aws:team=a' }, /tags must be pairs/],
  ])('reject %j', (context, message) => {
    expect(() => templateOf(context)).toThrow(message);
  });

  it('tag all resources of the stack, with a project by default', () => {
    using standard = synthesizeStack();
    expect(standard.stack.tags.tagValues()).toEqual({ Project: 'FileConversion' });
    using tagged = synthesizeStack({ tags: 'Team=Documents, Project=Mine' });
    expect(tagged.stack.tags.tagValues()).toEqual({ Project: 'Mine', Team: 'Documents' });
  });

  it('turn on X-Ray traces, except for the functions that read untrusted content', () => {
    const traced = templateOf({ xray: 'true' });
    traced.hasResourceProperties('AWS::ApiGateway::Stage', { TracingEnabled: true });
    const untraced = [...functionsOf(traced)].filter(
      ([, { Properties }]) =>
        (Properties['TracingConfig'] as { Mode?: string } | undefined)?.Mode !== 'Active',
    );
    expect(untraced.map(([name]) => name)).toEqual(['Renderer', 'ConformanceChecker']);
    template.resourcePropertiesCountIs('AWS::Lambda::Function', { TracingConfig: Match.anyValue() }, 0);
  });

  it('set the retention of logs', () => {
    templateOf({ logRetentionDays: 7 }).allResourcesProperties('AWS::Logs::LogGroup', { RetentionInDays: 7 });
  });
});
