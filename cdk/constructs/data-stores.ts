import { type CfnElement, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { AttributeType, BillingMode, Table, type TableProps } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { BlockPublicAccess, Bucket, BucketEncryption, HttpMethods } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { openJobsIndex } from '#lib/storage/dynamodb/open-jobs-index.ts';
import { ownerJobsIndex } from '#lib/storage/dynamodb/owner-jobs-index.ts';
import { acknowledge } from '../nag.ts';
import { addEmptyingLog } from './emptying-log.ts';
import type { ServiceFunction } from './service-function.ts';

const results = 'results/*';
const uploads = 'uploads/*';
const inputs = 'inputs/*';

/** What storing a result or a job takes, and knowing a request again. */
const remembering = ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'];

/** What finding room among the slots of a key takes, and adding up its usage. */
const searching = ['dynamodb:Query'];

/**
 * What stays when the stack is removed: keys cannot be made again, since only their hashes are stored, and clients would
 * have to change every webhook secret.
 */
const lasting = {
  pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
  removalPolicy: RemovalPolicy.RETAIN,
  deletionProtection: true,
} satisfies Partial<TableProps>;

/**
 * Bucket and tables. A `bind` method gives a function what one use of them needs: variables and grants.
 *
 * Functions that only read objects may not list the bucket. S3 then responds with 403 instead of 404 for a missing object,
 * which the stores in `lib/files` take for missing. A grant of `s3:ListBucket` with a condition on `s3:prefix` would rest on
 * what S3 puts into that key when a GET or HEAD request names a missing object, which AWS does not document.
 */
export class DataStores extends Construct {
  readonly bucket: Bucket;
  readonly keys: Table;
  readonly webhookSecrets: Table;
  readonly jobs: Table;

  constructor(scope: Construct, id: string, { logRetention }: { logRetention: RetentionDays }) {
    super(scope, id);
    this.bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.DESTROY,
      autoDeleteObjects: true,
      lifecycleRules: ['uploads/', 'inputs/', 'results/'].map((prefix) => ({
        prefix,
        expiration: Duration.days(1),
        abortIncompleteMultipartUploadAfter: Duration.days(1),
      })),
      cors: [
        {
          // Presigned URLs carry their own permission, so any page may use one that it was given.
          allowedOrigins: ['*'],
          allowedMethods: [HttpMethods.GET, HttpMethods.HEAD, HttpMethods.POST],
          allowedHeaders: ['*'],
          exposedHeaders: ['ETag', 'Content-Disposition'],
          maxAge: 3600,
        },
      ],
    });
    addEmptyingLog(this.bucket, logRetention);
    acknowledge(this.bucket, {
      S1: 'Objects live a day, and every access is by the functions or a URL that they signed and logged.',
    });
    this.keys = this.#table('Keys', {
      partitionKey: { name: 'hash', type: AttributeType.STRING },
      ...lasting,
    });
    this.webhookSecrets = this.#table('WebhookSecrets', {
      partitionKey: { name: 'keyId', type: AttributeType.STRING },
      ...lasting,
    });
    // No backups: what is in it expires, and document passwords among it should not outlive their minutes.
    this.jobs = this.#table('Jobs', {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      timeToLiveAttribute: 'ttl',
    });
    this.jobs.addGlobalSecondaryIndex({
      indexName: openJobsIndex,
      partitionKey: { name: 'openState', type: AttributeType.STRING },
      sortKey: { name: 'dueAt', type: AttributeType.NUMBER },
    });
    this.jobs.addGlobalSecondaryIndex({
      indexName: ownerJobsIndex,
      partitionKey: { name: 'owner', type: AttributeType.STRING },
      sortKey: { name: 'createdAt', type: AttributeType.STRING },
    });
    acknowledge(this.jobs, { DDB3: 'Counters, results of a day and jobs of a week: nothing to restore.' });
  }

  #table(id: string, props: TableProps): Table {
    return new Table(this, id, {
      billingMode: BillingMode.PAY_PER_REQUEST,
      removalPolicy: RemovalPolicy.DESTROY,
      ...props,
    });
  }

  /** Look up keys. */
  bindKeys(fn: ServiceFunction): void {
    fn.setVariables({ KEYS_TABLE_NAME: this.keys.tableName });
    this.keys.grant(fn.function, 'dynamodb:GetItem');
  }

  /** Know the bucket's address, and nothing of what is in it. */
  bindNaming(fn: ServiceFunction): void {
    fn.setVariables({ BUCKET_NAME: this.bucket.bucketName });
  }

  /** Read uploads, store, sign and send results, count calls, and remember those with an `Idempotency-Key`. */
  bindConversion(fn: ServiceFunction): void {
    this.#setStores(fn);
    this.#grantObjects(fn, ['s3:GetObject'], uploads, results);
    this.#grantObjects(fn, ['s3:PutObject'], results);
    this.#grantItems(fn, ...remembering, ...searching);
  }

  /** Read what is known of results, and sign them. */
  bindFileReading(fn: ServiceFunction): void {
    this.#setStores(fn);
    this.#grantObjects(fn, ['s3:GetObject'], results);
    this.#grantItems(fn, 'dynamodb:GetItem');
  }

  /** Read jobs and wait for their end, with a limit per key. */
  bindJobWaiting(fn: ServiceFunction): void {
    this.bindFileReading(fn);
    this.#grantItems(fn, 'dynamodb:UpdateItem', ...searching);
  }

  /** Read what keys have converted. */
  bindUsageReading(fn: ServiceFunction): void {
    fn.setVariables({ JOBS_TABLE_NAME: this.jobs.tableName });
    this.#grantItems(fn, ...searching);
  }

  /** Delete results. */
  bindFileDeletion(fn: ServiceFunction): void {
    this.#setStores(fn);
    this.#grantObjects(fn, ['s3:DeleteObject'], results);
    this.#grantItems(fn, 'dynamodb:GetItem', 'dynamodb:UpdateItem');
  }

  /** Sign upload forms, count open uploads, and remember calls with an `Idempotency-Key`. */
  bindUploadCreation(fn: ServiceFunction, maxUploadMegabytes: string): void {
    this.#setStores(fn);
    fn.setVariables({ MAX_UPLOAD_MEGABYTES: maxUploadMegabytes });
    this.#grantObjects(fn, ['s3:PutObject', 's3:DeleteObject'], uploads);
    this.#grantUploadListing(fn);
    this.#grantItems(fn, ...remembering, 'dynamodb:DeleteItem', 'dynamodb:Query');
  }

  /** Delete uploads. */
  bindUploadDeletion(fn: ServiceFunction): void {
    this.#setStores(fn);
    this.#grantObjects(fn, ['s3:DeleteObject'], uploads);
    this.#grantUploadListing(fn);
    this.#grantItems(fn, 'dynamodb:GetItem', 'dynamodb:UpdateItem');
  }

  /** Accept jobs: as a conversion, and keep their inputs. A call that comes again signs the result. */
  bindJobSubmission(fn: ServiceFunction): void {
    this.#setStores(fn);
    this.#grantObjects(fn, ['s3:GetObject'], uploads, results);
    this.#grantObjects(fn, ['s3:PutObject'], inputs);
    this.#grantItems(fn, ...remembering, ...searching);
  }

  /** Have pages rendered: inputs that are too large for a message are stored for the way. */
  bindRendering(fn: ServiceFunction): void {
    this.#grantObjects(fn, ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], inputs);
  }

  /** Run jobs: see which wait, read their inputs, store and delete results, move them on. */
  bindJobWork(fn: ServiceFunction): void {
    this.#setStores(fn);
    this.#grantObjects(fn, ['s3:GetObject'], inputs, uploads);
    this.#grantObjects(fn, ['s3:PutObject', 's3:DeleteObject'], results);
    this.#grantItems(fn, 'dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem');
    this.#grantIndex(fn, openJobsIndex);
  }

  /** End jobs. */
  bindJobEnding(fn: ServiceFunction): void {
    fn.setVariables({ JOBS_TABLE_NAME: this.jobs.tableName });
    this.#grantItems(fn, 'dynamodb:UpdateItem');
  }

  /** List jobs with their results. */
  bindJobListing(fn: ServiceFunction): void {
    this.bindFileReading(fn);
    this.#grantIndex(fn, ownerJobsIndex);
  }

  /** Find jobs that have not ended, and end or postpone them. */
  bindJobSweeping(fn: ServiceFunction): void {
    this.bindJobEnding(fn);
    this.#grantIndex(fn, openJobsIndex);
  }

  /** Read jobs, count the attempts at telling of them, sign their results and what is told: alone with the secrets. */
  bindWebhookDelivery(fn: ServiceFunction): void {
    this.bindFileReading(fn);
    this.#grantItems(fn, 'dynamodb:UpdateItem');
    fn.setVariables({ WEBHOOK_SECRETS_TABLE_NAME: this.webhookSecrets.tableName });
    this.webhookSecrets.grant(fn.function, 'dynamodb:GetItem');
  }

  /** Cancel jobs and delete what they hold. */
  bindJobDeletion(fn: ServiceFunction): void {
    this.bindFileDeletion(fn);
    this.#grantObjects(fn, ['s3:DeleteObject'], inputs);
  }

  #setStores(fn: ServiceFunction): void {
    fn.setVariables({ BUCKET_NAME: this.bucket.bucketName, JOBS_TABLE_NAME: this.jobs.tableName });
  }

  /** List what was posted. */
  #grantUploadListing(fn: ServiceFunction): void {
    fn.function.addToRolePolicy(
      new PolicyStatement({
        actions: ['s3:ListBucket'],
        resources: [this.bucket.bucketArn],
        conditions: { StringLike: { 's3:prefix': uploads } },
      }),
    );
  }

  /** Not `Table.grant`, which would open the index as well. */
  #grantItems(fn: ServiceFunction, ...actions: string[]): void {
    fn.function.addToRolePolicy(new PolicyStatement({ actions, resources: [this.jobs.tableArn] }));
  }

  #grantIndex(fn: ServiceFunction, index: string): void {
    fn.function.addToRolePolicy(
      new PolicyStatement({
        actions: ['dynamodb:Query'],
        resources: [`${this.jobs.tableArn}/index/${index}`],
      }),
    );
  }

  #grantObjects(fn: ServiceFunction, actions: string[], ...keys: string[]): void {
    fn.function.addToRolePolicy(
      new PolicyStatement({ actions, resources: keys.map((key) => this.bucket.arnForObjects(key)) }),
    );
    const bucketId = Stack.of(this).getLogicalId(this.bucket.node.defaultChild as CfnElement);
    for (const key of keys) {
      acknowledge(fn, {
        [`IAM5[Resource::<${bucketId}.Arn>/${key}]`]: 'Object keys are made at run time below one prefix.',
      });
    }
  }
}
