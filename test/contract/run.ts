import { parseArgs } from 'node:util';
import { fuzz } from './fuzz.ts';
import { lint } from './lint.ts';

/**
 * Tests the service against its description: lints functions/docs/openapi.json, and sends a local run requests that the
 * description allows and requests that it does not. Exits with 1 when a response differs from the description, and with
 * 2 when the test could not run.
 */
const usage = `npm run suite -- contract [--examples 40] [--seed 1] [--minutes 30] [--only lint|fuzz] [--operation ID]

--examples   requests of each kind for each operation; more find more
--seed       repeats a run; each run prints its own
--minutes    goes on for so long instead, however many requests that are
--only       one of the two parts
--operation  one operation alone, by its operationId; can be repeated

Needs python3 with venv and pip, and the registries of npm and PyPI, for the two programs that do it.`;

const { values } = parseArgs({
  options: {
    examples: { type: 'string', default: '40' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    minutes: { type: 'string', default: '0' },
    only: { type: 'string' },
    operation: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean' },
  },
});
const numbers = [values.examples, values.seed, values.minutes];
if (
  values.help ||
  !numbers.every((value) => /^\d+$/.test(value)) ||
  !['lint', 'fuzz', undefined].includes(values.only)
) {
  console.log(usage);
  process.exit(values.help ? 0 : 2);
}

const [examples = 0, seed = 0, minutes = 0] = numbers.map(Number);
const parts = {
  lint: () => lint(),
  fuzz: () => fuzz({ examples, seed, minutes, operations: values.operation }),
};
const results: string[] = [];
let failed = false;
try {
  for (const [name, run] of Object.entries(parts)) {
    if (values.only !== undefined && values.only !== name) continue;
    const started = performance.now();
    const good = await run();
    failed ||= !good;
    results.push(
      `${name.padEnd(5)} ${good ? 'as described' : 'FAILED'}  ${((performance.now() - started) / 1000).toFixed(0)} s`,
    );
  }
} catch (error) {
  console.error((error as Error).message);
  process.exit(2);
}
console.log(`\n${results.join('\n')}`);
process.exit(failed ? 1 : 0);
