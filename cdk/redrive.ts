import type { DeadLetter } from './dead-letters.ts';
import {
  findStack,
  readCommandLine,
  runCommand,
  stackOptions,
  stackUsage,
  UsageError,
} from './operator-command.ts';
import { openDeadLetters } from './stack-access.ts';

const usage = `Moves the messages of a dead-letter queue back to their source queue. Fix the cause first.

  npm run redrive -- webhooks    webhooks that the service failed to send; their attempts continue
  npm run redrive -- jobs        office jobs that no function could run or fail; finished jobs do not change
  npm run redrive -- html-jobs   the same for jobs that render pages
  npm run redrive -- pdf-jobs    the same for PDF jobs

        --dry-run          print the number of messages and a sample, and move nothing
${stackUsage}`;

const subjects = {
  webhooks: { title: 'Webhooks in the dead-letter queue', output: 'WebhookDeadLettersArn' },
  jobs: { title: 'Office jobs in the dead-letter queue', output: 'OfficeDeadLettersArn' },
  'html-jobs': { title: 'Rendering jobs in the dead-letter queue', output: 'HtmlDeadLettersArn' },
  'pdf-jobs': { title: 'PDF jobs in the dead-letter queue', output: 'PdfDeadLettersArn' },
} as const;

const isSubject = (name: string): name is keyof typeof subjects => Object.hasOwn(subjects, name);

const options = { ...stackOptions, 'dry-run': { type: 'boolean' }, help: { type: 'boolean' } } as const;

async function main(): Promise<void> {
  const { values, positionals } = readCommandLine(options, usage);
  const [name, ...rest] = positionals;
  if (values.help || name === undefined) {
    console.log(usage);
    return;
  }
  if (rest.length > 0 || !isSubject(name)) throw new UsageError(usage);
  const { title, output } = subjects[name];
  const letters = openDeadLetters(await findStack(title, values), output);
  const count = await letters.count();
  console.log(`${count} ${count === 1 ? 'message' : 'messages'}`);
  const sample = await letters.sample();
  for (const letter of sample) console.log(`  ${lineOf(letter)}`);
  if (count === 0 && sample.length === 0) return;
  if (values['dry-run']) {
    console.log('No messages moved (--dry-run).');
    return;
  }
  const moved = await letters.redrive((soFar) => console.error(`${soFar} moved so far`));
  console.log(`${moved} moved to the source queue.`);
}

const lineOf = ({ jobId, body, sentAt, receives }: DeadLetter): string =>
  `${jobId ?? `not from this service: ${body.slice(0, 80)}`}, sent ${sentAt.toISOString()}, received ${receives} times`;

await runCommand(main);
