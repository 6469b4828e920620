import { describe, expect, test } from 'vitest';
import { parameterValues } from '../../src/template/parameters.ts';
import type { TemplateParameter } from '../../src/template/template.ts';

function valueOf(parameter: TemplateParameter, given?: string) {
  const template = { Parameters: { Size: parameter }, Resources: {} };
  return parameterValues(template, given === undefined ? {} : { Size: given }).get('Size');
}

describe('values', () => {
  test('the given value counts before the default', () => {
    expect(valueOf({ Type: 'String', Default: 'a' })).toBe('a');
    expect(valueOf({ Type: 'String', Default: 'a' }, 'b')).toBe('b');
  });

  test('lists are split and trimmed', () => {
    expect(valueOf({ Type: 'CommaDelimitedList' }, 'a, b')).toEqual(['a', 'b']);
    expect(valueOf({ Type: 'CommaDelimitedList' }, '')).toEqual([]);
  });

  test('parameters that live in SSM are left out', () => {
    const Parameters = {
      BootstrapVersion: { Type: 'AWS::SSM::Parameter::Value<String>', Default: '/cdk-bootstrap/version' },
    };
    expect(parameterValues({ Parameters, Resources: {} }).size).toBe(0);
  });
});

describe('constraints', () => {
  test.each<[TemplateParameter, string, string]>([
    [{ Type: 'Number' }, 'many', 'must be a number'],
    [{ Type: 'Number' }, ' ', 'must be a number'],
    [{ Type: 'Number', MinValue: 1 }, '0', 'at least 1'],
    [{ Type: 'Number', MaxValue: '9' }, '10', 'at most 9'],
    [{ Type: 'String', MinLength: 2 }, 'a', 'at least 2 characters'],
    [{ Type: 'String', MaxLength: 2 }, 'abc', 'at most 2 characters'],
    [{ Type: 'String', AllowedPattern: '[a-z]+' }, 'abc1', 'must match'],
    [{ Type: 'CommaDelimitedList', AllowedValues: ['a', 'b'] }, 'a,c', 'must be one of a, b'],
    [{ Type: 'String', AllowedPattern: 'x', ConstraintDescription: 'must be x' }, 'y', 'must be x'],
  ])('%j rejects %j', (parameter, given, complaint) => {
    expect(() => valueOf(parameter, given)).toThrow(complaint);
  });

  test('a parameter without default needs a value, and a value needs a parameter', () => {
    expect(() => valueOf({ Type: 'String' })).toThrow('Size has no default');
    expect(() => parameterValues({ Resources: {} }, { Sise: '1' })).toThrow('no parameter Sise');
  });

  test('types that name AWS resources are rejected', () => {
    expect(() => valueOf({ Type: 'AWS::EC2::VPC::Id' }, 'vpc-1')).toThrow('not served locally');
  });
});
