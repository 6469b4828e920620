import { type CloudWatchLogsClient, FilterLogEventsCommand } from '@aws-sdk/client-cloudwatch-logs';
import type { FunctionLogs } from './function-logs.ts';

/** Pages of one search. A page has at most 10,000 lines, and can be empty. */
const maximumPages = 50;

/** The log groups of a deployed stack. Needs `logs:FilterLogEvents`. */
export class CloudWatchLogs implements FunctionLogs {
  readonly source = 'CloudWatch Logs';
  readonly #client: Pick<CloudWatchLogsClient, 'send'>;
  readonly #groups: ReadonlyMap<string, string>;

  /** @param groups the log group of each function, by the name of the function */
  constructor(client: Pick<CloudWatchLogsClient, 'send'>, groups: ReadonlyMap<string, string>) {
    this.#client = client;
    this.#groups = groups;
  }

  async lines(name: string, text: string, since: number): Promise<readonly string[]> {
    const logGroupName = this.#groups.get(name);
    if (logGroupName === undefined) return [];
    const lines: string[] = [];
    let nextToken: string | undefined;
    for (let page = 0; page < maximumPages; page += 1) {
      const command = new FilterLogEventsCommand({
        logGroupName,
        startTime: since,
        filterPattern: `"${text}"`,
        ...(nextToken === undefined ? {} : { nextToken }),
      });
      const response = await this.#client.send(command);
      lines.push(...(response.events ?? []).map(({ message = '' }) => message.trimEnd()));
      ({ nextToken } = response);
      if (nextToken === undefined) break;
    }
    return lines;
  }
}
