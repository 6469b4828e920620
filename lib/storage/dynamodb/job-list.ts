import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { jobKey } from './job-store.ts';
import { type Job, jobRecord } from '../../jobs/job.ts';
import { ownerJobsIndex } from './owner-jobs-index.ts';
import type { JobList, JobPageRequest, JobPage } from '../../jobs/job-list.ts';

/** How far a page looks for jobs of a status: a rare one is not sought for ever. */
interface Search {
  /** Records of one query. */
  records: number;
  queries: number;
}

/** The jobs of an owner, from the index of the jobs table; it is a moment behind the table. */
export class DynamoJobList implements JobList {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #search: Search;

  constructor(client: DynamoDBDocumentClient, table: string, search: Search = { records: 500, queries: 4 }) {
    this.#client = client;
    this.#table = table;
    this.#search = search;
  }

  async page({ owner, since, limit, status, after }: JobPageRequest): Promise<JobPage> {
    const pages = paginateQuery(
      // One more than the page has, to know whether there is another.
      { client: this.#client, pageSize: status ? this.#search.records : limit + 1 },
      {
        TableName: this.#table,
        IndexName: ownerJobsIndex,
        ScanIndexForward: false,
        KeyConditionExpression: '#owner = :owner AND createdAt > :since',
        ExpressionAttributeNames: { '#owner': 'owner' },
        ExpressionAttributeValues: { ':owner': owner, ':since': since },
        ...(after ? { ExclusiveStartKey: { ...jobKey(after.id), owner, createdAt: after.createdAt } } : {}),
      },
    );
    const jobs: Job[] = [];
    let queries = 0;
    let seen: string | undefined;
    for await (const { Items = [], LastEvaluatedKey } of pages) {
      for (const item of Items) {
        // A record that nobody can read must not keep its owner from the others.
        const { success, data: job } = jobRecord.safeParse(item);
        if (!success) continue;
        if (jobs.length === limit) return { jobs, last: seen };
        seen = job.id;
        if (status === undefined || job.status === status) jobs.push(job);
      }
      queries += 1;
      if (LastEvaluatedKey && queries === this.#search.queries) return { jobs, last: seen };
    }
    return { jobs, last: undefined };
  }
}
