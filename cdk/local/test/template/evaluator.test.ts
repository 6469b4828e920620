import { describe, expect, test } from 'vitest';
import { evaluatorOf } from './evaluate.ts';

const resources = {
  Jobs: { Type: 'AWS::SQS::Queue' },
  Files: { Type: 'AWS::S3::Bucket' },
  Table: { Type: 'AWS::DynamoDB::Table', Properties: { TableName: 'named' } },
  Worker: { Type: 'AWS::Lambda::Function' },
  Role: { Type: 'AWS::IAM::Role' },
  Api: { Type: 'AWS::ApiGateway::RestApi' },
};

function evaluate(value: unknown, template: object = {}): unknown {
  return evaluatorOf({ Resources: resources, ...template }).evaluate(value as never);
}

describe('references', () => {
  test.each([
    [{ Ref: 'Jobs' }, 'http://127.0.0.1:9324/000000000000/Jobs'],
    [{ 'Fn::GetAtt': ['Jobs', 'Arn'] }, 'arn:aws:sqs:us-east-1:000000000000:Jobs'],
    [{ 'Fn::GetAtt': 'Jobs.QueueName' }, 'Jobs'],
    [{ Ref: 'Files' }, 'files'],
    [{ 'Fn::GetAtt': ['Files', 'RegionalDomainName'] }, 'files.s3.us-east-1.amazonaws.com'],
    [{ Ref: 'Table' }, 'named'],
    [{ 'Fn::GetAtt': ['Table', 'Arn'] }, 'arn:aws:dynamodb:us-east-1:000000000000:table/named'],
    [{ 'Fn::GetAtt': ['Worker', 'Arn'] }, 'arn:aws:lambda:us-east-1:000000000000:function:Worker'],
    [{ 'Fn::GetAtt': ['Role', 'Arn'] }, 'arn:aws:iam::000000000000:role/Role'],
    [{ Ref: 'AWS::Region' }, 'us-east-1'],
    [{ Ref: 'AWS::AccountId' }, '000000000000'],
  ])('%j is %j', (value, expected) => {
    expect(evaluate(value)).toBe(expected);
  });

  test('physical ids are the same in every run and differ between resources', () => {
    const [first, second] = [evaluate({ Ref: 'Api' }), evaluate({ Ref: 'Api' })];
    expect(first).toMatch(/^[a-z0-9]{10}$/);
    expect(second).toBe(first);
    expect(evaluate({ 'Fn::GetAtt': ['Api', 'RootResourceId'] })).not.toBe(first);
  });

  test('long logical ids are shortened without running into each other', () => {
    const [one, two] = ['a', 'b'].map((last) => `${'Long'.repeat(30)}${last}`);
    const evaluator = evaluatorOf({
      Resources: { [one ?? '']: { Type: 'AWS::S3::Bucket' }, [two ?? '']: { Type: 'AWS::S3::Bucket' } },
    });
    const names = evaluator.resources('AWS::S3::Bucket').map((id) => evaluator.idOf(id));
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(name).toMatch(/^[a-z0-9]{63}$/);
  });

  test('an unknown name, attribute or resource type is rejected by name', () => {
    expect(() => evaluate({ Ref: 'Nothing' })).toThrow('there is no parameter or resource Nothing');
    expect(() => evaluate({ 'Fn::GetAtt': ['Jobs', 'Colour'] })).toThrow('Jobs.Colour');
    expect(() => evaluatorOf({ Resources: { Net: { Type: 'AWS::EC2::VPC' } } })).toThrow(
      'Net: the resource type AWS::EC2::VPC is not served locally',
    );
  });

  test('a name that refers to itself is rejected instead of looping', () => {
    const Resources = {
      One: { Type: 'AWS::S3::Bucket', Properties: { BucketName: { Ref: 'Two' } } },
      Two: { Type: 'AWS::S3::Bucket', Properties: { BucketName: { Ref: 'One' } } },
    };
    expect(() => evaluate({ Ref: 'One' }, { Resources })).toThrow(
      'circular reference: Ref One → Ref Two → Ref One',
    );
  });
});

describe('functions', () => {
  const template = {
    Parameters: {
      Size: { Type: 'Number', Default: 5 },
      Hosts: { Type: 'CommaDelimitedList', Default: 'a, b' },
    },
    Mappings: { Sizes: { 'us-east-1': { small: 1 } } },
    Conditions: {
      Big: { 'Fn::Equals': [{ Ref: 'Size' }, '5'] },
      Small: { 'Fn::Not': [{ Condition: 'Big' }] },
      Both: { 'Fn::And': [{ Condition: 'Big' }, { Condition: 'Small' }] },
      Either: { 'Fn::Or': [{ Condition: 'Both' }, { Condition: 'Big' }] },
    },
  };

  test.each([
    [{ 'Fn::Join': ['-', ['a', { Ref: 'Size' }]] }, 'a-5'],
    [{ 'Fn::Join': ['', { 'Fn::Split': ['.', 'a.b.c'] }] }, 'abc'],
    [{ 'Fn::Select': ['1', { Ref: 'Hosts' }] }, 'b'],
    [
      { 'Fn::Sub': '${Worker.Arn}/${AWS::Region}/${!Literal}' },
      'arn:aws:lambda:us-east-1:000000000000:function:Worker/us-east-1/${Literal}',
    ],
    [{ 'Fn::Sub': ['${X}-${Size}', { X: { Ref: 'Table' } }] }, 'named-5'],
    [{ 'Fn::FindInMap': ['Sizes', { Ref: 'AWS::Region' }, 'small'] }, 1],
    [{ 'Fn::If': ['Big', 'yes', 'no'] }, 'yes'],
    [{ 'Fn::If': ['Both', 'yes', 'no'] }, 'no'],
    [{ 'Fn::If': ['Either', 'yes', 'no'] }, 'yes'],
    [{ 'Fn::Base64': 'hi' }, 'aGk='],
  ])('%j is %j', (value, expected) => {
    expect(evaluate(value, template)).toEqual(expected);
  });

  test('AWS::NoValue removes the property or item that holds it', () => {
    const nothing = { 'Fn::If': ['Small', 'x', { Ref: 'AWS::NoValue' }] };
    expect(evaluate({ kept: 1, gone: nothing, list: [1, nothing, 2] }, template)).toEqual({
      kept: 1,
      list: [1, 2],
    });
  });

  test('Fn::ImportValue and unknown functions are rejected', () => {
    expect(() => evaluate({ 'Fn::ImportValue': 'x' })).toThrow('Fn::ImportValue');
    expect(() => evaluate({ 'Fn::GetAZs': '' })).toThrow('Fn::GetAZs');
  });

  test('errors name the resource they are in', () => {
    const evaluator = evaluatorOf({
      Resources: { Jobs: { Type: 'AWS::SQS::Queue', Properties: { QueueName: { Ref: 'Gone' } } } },
    });
    expect(() => evaluator.properties('Jobs')).toThrow(/^Jobs: there is no parameter or resource Gone/);
  });

  test('policy statements may have a Condition of their own', () => {
    const statement = { Condition: { Bool: { 'aws:SecureTransport': 'false' } } };
    expect(evaluate(statement)).toEqual(statement);
  });
});

test('a resource whose condition does not hold is not there', () => {
  const evaluator = evaluatorOf({
    Conditions: { Never: { 'Fn::Equals': ['a', 'b'] } },
    Resources: {
      Alarm: { Type: 'AWS::Unheard::Of', Condition: 'Never' },
      Jobs: { Type: 'AWS::SQS::Queue', Condition: 'Never' },
    },
    Outputs: { Url: { Value: { Ref: 'Jobs' }, Condition: 'Never' } },
  });
  expect(evaluator.resources('AWS::SQS::Queue')).toEqual([]);
  expect(evaluator.outputs()).toEqual({});
  expect(() => evaluator.reference('Jobs')).toThrow('the condition of Jobs does not hold');
});

test('outputs with the address of the API lead to this machine', () => {
  const Value = {
    'Fn::Join': [
      '',
      [
        'https://',
        { Ref: 'Api' },
        '.execute-api.',
        { Ref: 'AWS::Region' },
        '.',
        { Ref: 'AWS::URLSuffix' },
        '/v1/',
      ],
    ],
  };
  const evaluator = evaluatorOf({ Resources: resources, Outputs: { Endpoint: { Value } } });
  expect(evaluator.outputs()).toEqual({ Endpoint: 'http://127.0.0.1:3000/v1/' });
});

test('a section that would change the others is rejected', () => {
  expect(() => evaluatorOf({ Transform: 'AWS::Serverless-2016-10-31' })).toThrow('Transform');
});
