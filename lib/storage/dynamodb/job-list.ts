import { type DynamoDBDocumentClient, QueryCommand, type QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import { jobKey } from './job-items.ts';
import type { Job } from '../../jobs/job.ts';
import { storedJob } from '../../jobs/stored-job.ts';
import { ownerJobsIndex } from './owner-jobs-index.ts';
import type { JobList, JobPageRequest, JobPage } from '../../jobs/job-list.ts';

/** Limits the search for jobs among others and among parts of jobs, so that it is never endless. */
interface Search {
  /** Records per query. */
  records: number;
  queries: number;
}

/** Lists the jobs of an owner from the index of the jobs table, which lags slightly behind the table. */
export class DynamoJobList implements JobList {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #search: Search;

  constructor(client: DynamoDBDocumentClient, table: string, search: Search = { records: 500, queries: 4 }) {
    this.#client = client;
    this.#table = table;
    this.#search = search;
  }

  async page(request: JobPageRequest): Promise<JobPage> {
    const { limit, status } = request;
    const jobs: Job[] = [];
    let queries = 0;
    let seen: string | undefined;
    for await (const { Items = [], LastEvaluatedKey } of this.#queries(request)) {
      for (const item of Items) {
        // An unreadable record must not keep its owner from the others.
        const { success, data: job } = storedJob.safeParse(item);
        if (!success) continue;
        if (!job.parent && jobs.length === limit) return { jobs, last: seen };
        seen = job.id;
        if (!job.parent && (status === undefined || job.status === status)) jobs.push(job);
      }
      queries += 1;
      if (LastEvaluatedKey && queries === this.#search.queries) return { jobs, last: seen };
    }
    return { jobs, last: undefined };
  }

  /** Reads the records of an owner, newest first. */
  async *#queries({
    owner,
    since,
    limit,
    status,
    after,
  }: JobPageRequest): AsyncGenerator<Pick<QueryCommandOutput, 'Items' | 'LastEvaluatedKey'>> {
    // One more than the page has, to find out whether another page follows.
    let records = status ? this.#search.records : limit + 1;
    let start = after && { ...jobKey(after.id), owner, createdAt: after.createdAt };
    do {
      const query = new QueryCommand({
        TableName: this.#table,
        IndexName: ownerJobsIndex,
        ScanIndexForward: false,
        KeyConditionExpression: '#owner = :owner AND createdAt > :since',
        ExpressionAttributeNames: { '#owner': 'owner' },
        ExpressionAttributeValues: { ':owner': owner, ':since': since },
        ExclusiveStartKey: start,
        Limit: records,
      });
      const page = await this.#client.send(query);
      yield page;
      start = page.LastEvaluatedKey as typeof start;
      // Parts of jobs are among the jobs, up to a hundred in succession.
      records = this.#search.records;
    } while (start);
  }
}
