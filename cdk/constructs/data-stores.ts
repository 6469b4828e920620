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

/**
 * Days after which objects are deleted. A job that was accepted just before an upload or result expires, after a day, may
 * wait another day, and then has three attempts. `expiresAt` decides what clients may still use.
 */
const lifetimes = { 'uploads/': 3, 'inputs/': 2, 'results/': 3 };

/** To store objects of unknown size, see `lib/storage/s3/put-stream.ts`. */
const streaming = ['s3:PutObject', 's3:AbortMultipartUpload'];

/** To store results and jobs, and to recognize repeated requests. */
const writing = ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'];

/** To find a free slot of a key, and to add up its usage. */
const querying = ['dynamodb:Query'];

/**
 * For tables that stay when the stack is deleted. API keys cannot be restored, since only their hashes are stored, and
 * clients would have to change their webhook secrets.
 */
const retained = {
  pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
  removalPolicy: RemovalPolicy.RETAIN,
  deletionProtection: true,
} satisfies Partial<TableProps>;

/**
 * Bucket and tables. Each `bind` method sets the variables and grants that one use of them needs.
 *
 * Functions that only read objects cannot list the bucket. S3 then responds with 403 instead of 404 for a missing
 * object, and the stores in `lib/storage/s3` treat both alike. A grant of `s3:ListBucket` with a condition on
 * `s3:prefix` would depend on the value of that key in a GET or HEAD request for a missing object, which AWS does not
 * document.
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
      lifecycleRules: Object.entries(lifetimes).map(([prefix, days]) => ({
        prefix,
        expiration: Duration.days(days),
        abortIncompleteMultipartUploadAfter: Duration.days(1),
      })),
      cors: [
        {
          // A presigned URL is a permission by itself: pages of any origin can use one that they have.
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
      S1: 'Objects expire after days. Only the functions and URLs that they sign and log access them.',
    });
    this.keys = this.#table('Keys', {
      partitionKey: { name: 'hash', type: AttributeType.STRING },
      ...retained,
    });
    this.webhookSecrets = this.#table('WebhookSecrets', {
      partitionKey: { name: 'keyId', type: AttributeType.STRING },
      ...retained,
    });
    // No backups: all items expire, and a backup would retain document passwords, which are deleted within minutes.
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
    acknowledge(this.jobs, {
      DDB3: 'Jobs and results expire within days, usage after 13 months. A backup would retain passwords.',
    });
  }

  #table(id: string, props: TableProps): Table {
    return new Table(this, id, {
      billingMode: BillingMode.PAY_PER_REQUEST,
      removalPolicy: RemovalPolicy.DESTROY,
      ...props,
    });
  }

  /** Look up API keys. */
  bindKeys(fn: ServiceFunction): void {
    fn.setVariables({ KEYS_TABLE_NAME: this.keys.tableName });
    this.keys.grant(fn.function, 'dynamodb:GetItem');
  }

  /** Know the bucket's name. No access to its objects. */
  bindNaming(fn: ServiceFunction): void {
    fn.setVariables({ BUCKET_NAME: this.bucket.bucketName });
  }

  /** Read uploads and results, store and sign results, count requests, and store those with an `Idempotency-Key`. */
  bindConversion(fn: ServiceFunction): void {
    this.bindInputReading(fn);
    this.#grantObjects(fn, ['s3:PutObject'], results);
  }

  /** Read inputs, and count the call. */
  bindInputReading(fn: ServiceFunction): void {
    this.#setStores(fn);
    this.#grantObjects(fn, ['s3:GetObject'], uploads, results);
    this.#grantItems(fn, ...writing, ...querying);
  }

  /** Read the records of results, and sign their URLs. */
  bindFileReading(fn: ServiceFunction): void {
    this.#setStores(fn);
    this.#grantObjects(fn, ['s3:GetObject'], results);
    this.#grantItems(fn, 'dynamodb:GetItem');
  }

  /** Read jobs and wait until they end, with a limit per key. */
  bindJobWaiting(fn: ServiceFunction): void {
    this.bindFileReading(fn);
    this.#grantItems(fn, 'dynamodb:UpdateItem', ...querying);
  }

  /** Read the usage of keys. */
  bindUsageReading(fn: ServiceFunction): void {
    fn.setVariables({ JOBS_TABLE_NAME: this.jobs.tableName });
    this.#grantItems(fn, ...querying);
  }

  /** Delete results. */
  bindFileDeletion(fn: ServiceFunction): void {
    this.#setStores(fn);
    this.#grantObjects(fn, ['s3:DeleteObject'], results);
    this.#grantItems(fn, 'dynamodb:GetItem', 'dynamodb:UpdateItem');
  }

  /** Sign upload forms, count open uploads, and store requests with an `Idempotency-Key`. */
  bindUploadCreation(fn: ServiceFunction, maxUploadMegabytes: string): void {
    this.#setStores(fn);
    fn.setVariables({ MAX_UPLOAD_MEGABYTES: maxUploadMegabytes });
    this.#grantObjects(fn, ['s3:PutObject', 's3:DeleteObject'], uploads);
    this.#grantUploadListing(fn);
    this.#grantItems(fn, ...writing, 'dynamodb:BatchWriteItem', 'dynamodb:DeleteItem', 'dynamodb:Query');
  }

  /** Delete uploads. */
  bindUploadDeletion(fn: ServiceFunction): void {
    this.#setStores(fn);
    this.#grantObjects(fn, ['s3:DeleteObject'], uploads);
    this.#grantUploadListing(fn);
    this.#grantItems(fn, 'dynamodb:GetItem', 'dynamodb:UpdateItem');
  }

  /** Accept jobs: as for a conversion, and store their inputs. A replayed response contains the signed result. */
  bindJobSubmission(fn: ServiceFunction): void {
    this.#setStores(fn);
    this.#grantObjects(fn, ['s3:GetObject'], uploads, results);
    this.#grantObjects(fn, ['s3:PutObject'], inputs);
    this.#grantItems(fn, ...writing, ...querying);
  }

  /** Send files to another function. Those that are too large for a message are stored for as long as it takes. */
  bindCarrying(fn: ServiceFunction): void {
    this.#grantObjects(fn, ['s3:GetObject', ...streaming, 's3:DeleteObject'], inputs);
  }

  /** Run jobs: find those that wait, read and download their inputs, store and delete results, update their state. */
  bindJobWork(fn: ServiceFunction): void {
    this.#setStores(fn);
    this.#grantObjects(fn, ['s3:GetObject'], inputs, uploads, results);
    this.#grantObjects(fn, [...streaming, 's3:DeleteObject'], inputs);
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

  /** Find open jobs, and end or postpone them. */
  bindJobSweeping(fn: ServiceFunction): void {
    this.bindJobEnding(fn);
    this.#grantIndex(fn, openJobsIndex);
  }

  /** Read jobs, count delivery attempts, sign results and payloads. No other function reads the webhook secrets. */
  bindWebhookDelivery(fn: ServiceFunction): void {
    this.bindFileReading(fn);
    this.#grantItems(fn, 'dynamodb:UpdateItem');
    fn.setVariables({ WEBHOOK_SECRETS_TABLE_NAME: this.webhookSecrets.tableName });
    this.webhookSecrets.grant(fn.function, 'dynamodb:GetItem');
  }

  /** Cancel jobs and delete their files. */
  bindJobDeletion(fn: ServiceFunction): void {
    this.bindFileDeletion(fn);
    this.#grantObjects(fn, ['s3:DeleteObject'], inputs);
  }

  #setStores(fn: ServiceFunction): void {
    fn.setVariables({ BUCKET_NAME: this.bucket.bucketName, JOBS_TABLE_NAME: this.jobs.tableName });
  }

  /** List uploads. */
  #grantUploadListing(fn: ServiceFunction): void {
    fn.function.addToRolePolicy(
      new PolicyStatement({
        actions: ['s3:ListBucket'],
        resources: [this.bucket.bucketArn],
        conditions: { StringLike: { 's3:prefix': uploads } },
      }),
    );
  }

  /** `Table.grant` would grant the actions on the indexes too. */
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
        [`IAM5[Resource::<${bucketId}.Arn>/${key}]`]: 'The functions generate object keys below one prefix.',
      });
    }
  }
}
