import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { limits } from '#lib/base/limits.ts';
import { maxAttempts } from '#lib/jobs/job.ts';
import { sweepTimes } from '#lib/jobs/sweep-times.ts';
import { resourcesOf, template } from '../../support/template.ts';

describe('the bucket', () => {
  it('stores objects privately and encrypted, and expires them when no job can need them any more', () => {
    template.hasResourceProperties('AWS::S3::Bucket', {
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      LifecycleConfiguration: {
        Rules: [
          // Files expire after a day. A job can then wait another day, and has three attempts.
          { Prefix: 'uploads/', ExpirationInDays: 3 },
          { Prefix: 'inputs/', ExpirationInDays: 2 },
          { Prefix: 'results/', ExpirationInDays: 3 },
        ].map((rule) => ({
          ...rule,
          Status: 'Enabled',
          AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
        })),
      },
    });
  });

  it('keeps files until the jobs that use them have ended', () => {
    const day = 24 * 60 * 60;
    // The longest attempt: a job's ten minutes, and a minute to store its results.
    const working = sweepTimes.notStarted / 1000 + maxAttempts * 11 * 60;
    template.hasResourceProperties('AWS::S3::Bucket', {
      LifecycleConfiguration: {
        Rules: [
          { Prefix: 'uploads/', ExpirationInDays: Math.ceil((limits.fileSeconds + working) / day) },
          { Prefix: 'inputs/', ExpirationInDays: Math.ceil(working / day) },
          { Prefix: 'results/', ExpirationInDays: Math.ceil((limits.fileSeconds + working) / day) },
        ].map((rule) => Match.objectLike(rule)),
      },
    });
  });

  it('allows pages of any origin to use presigned URLs', () => {
    template.hasResourceProperties('AWS::S3::Bucket', {
      CorsConfiguration: {
        CorsRules: [
          {
            AllowedOrigins: ['*'],
            AllowedMethods: ['GET', 'HEAD', 'POST'],
            AllowedHeaders: ['*'],
            ExposedHeaders: ['ETag', 'Content-Disposition'],
            MaxAge: 3600,
          },
        ],
      },
    });
  });

  it('rejects requests without TLS', () => {
    template.hasResourceProperties('AWS::S3::BucketPolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
        ]),
      },
    });
  });

  it('is emptied and deleted with the stack', () => {
    template.allResources('AWS::S3::Bucket', { DeletionPolicy: 'Delete' });
    template.resourceCountIs('Custom::S3AutoDeleteObjects', 1);
  });
});

describe('tables', () => {
  const tables = resourcesOf('AWS::DynamoDB::Table');
  /** `pk, sk` of a table or an index. */
  const keyOf = (of: unknown): string =>
    (of as { KeySchema: { AttributeName: string }[] }).KeySchema.map(
      ({ AttributeName }) => AttributeName,
    ).join(', ');

  it('have the keys and indexes that the stores use', () => {
    expect(
      Object.fromEntries([...tables].map(([name, { Properties }]) => [name, keyOf(Properties)])),
    ).toEqual({ DataKeys: 'hash', DataWebhookSecrets: 'keyId', DataJobs: 'pk, sk' });
    const indexes = tables.get('DataJobs')?.Properties['GlobalSecondaryIndexes'] as { IndexName: string }[];
    expect(Object.fromEntries(indexes.map((index) => [index.IndexName, keyOf(index)]))).toEqual({
      'open-jobs': 'openState, dueAt',
      'owner-jobs': 'owner, createdAt',
    });
    for (const index of indexes) expect(index).toMatchObject({ Projection: { ProjectionType: 'ALL' } });
  });

  it('back up keys and webhook secrets, and let jobs expire', () => {
    for (const [name, { Properties }] of tables) {
      const expires = name === 'DataJobs';
      expect(Properties['BillingMode']).toBe('PAY_PER_REQUEST');
      expect(Properties['TimeToLiveSpecification']).toEqual(
        expires ? { AttributeName: 'ttl', Enabled: true } : undefined,
      );
      expect(Properties['PointInTimeRecoverySpecification']).toEqual(
        expires ? undefined : { PointInTimeRecoveryEnabled: true },
      );
    }
  });

  it('are deleted with the stack, except keys and webhook secrets, which have deletion protection', () => {
    for (const [name, table] of tables) {
      const stays = name !== 'DataJobs';
      expect(table).toMatchObject({
        DeletionPolicy: stays ? 'Retain' : 'Delete',
        UpdateReplacePolicy: stays ? 'Retain' : 'Delete',
      });
      expect(table.Properties['DeletionProtectionEnabled'] ?? false).toBe(stays);
    }
  });
});
