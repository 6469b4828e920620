import { describe, expect, it } from 'vitest';
import type { Contestant } from '../contestants/contestant.ts';
import type { ReadTask } from '../tasks/task.ts';
import { efforts, isFarBehind } from './effort.ts';
import { measureTask } from './measure-task.ts';

const task: ReadTask = { operation: 'inspect', size: 'small', description: '', file: '', pages: 6 };
const effort = { ...efforts.quick, alone: 0, together: () => 0 };

function program(name: string, reply: () => string): { contestant: Contestant; runs: () => number } {
  let runs = 0;
  const contestant: Contestant = {
    name,
    description: '',
    does: ({ operation }) => operation === 'inspect',
    perform: () => {
      runs += 1;
      return Promise.resolve({ files: [Buffer.from(reply())] });
    },
    processes: () => [],
    stop: () => Promise.resolve(),
  };
  return { contestant, runs: () => runs };
}

describe('measureTask', () => {
  it('measures each contestant as often, after a warm-up that does not count', async () => {
    const [one, other] = [program('one', () => 'Pages: 6'), program('other', () => '{"pageCount": 6}')];
    const { results, failures } = await measureTask([one.contestant, other.contestant], task, effort);
    expect(failures).toEqual({});
    expect(results.map(({ contestant, warm }) => [contestant, warm.length])).toEqual([
      ['one', effort.fewest],
      ['other', effort.fewest],
    ]);
    expect([one.runs(), other.runs()]).toEqual([effort.fewest + 1, effort.fewest + 1]);
    expect(results.map(({ outputBytes }) => outputBytes)).toEqual([8, 16]);
  });

  it('measures once when it is behind the schedule', async () => {
    const { contestant, runs } = program('one', () => '6 pages');
    const { results } = await measureTask([contestant], task, effort, 0);
    expect(results[0]?.warm).toHaveLength(1);
    expect(runs()).toBe(2);
  });

  it('excludes who returns something else, or fails later', async () => {
    let calls = 0;
    const late = program('late', () => {
      if ((calls += 1) > 2) throw new Error('no more');
      return '6 pages';
    });
    const wrong = program('wrong', () => 'Pages: 5');
    const good = program('good', () => '6 pages');
    const { results, failures } = await measureTask(
      [late.contestant, wrong.contestant, good.contestant],
      task,
      effort,
    );
    expect(results.map(({ contestant }) => contestant)).toEqual(['good']);
    expect(failures).toEqual({
      late: 'Error: no more',
      wrong: 'Error: the report does not say that there are 6 pages',
    });
  });

  it('does not ask contestants for what they cannot do', async () => {
    const { contestant, runs } = program('one', () => '');
    const { results } = await measureTask([contestant], { ...task, operation: 'pdf → text' }, effort);
    expect(results).toEqual([]);
    expect(runs()).toBe(0);
  });
});

describe('isFarBehind', () => {
  it('is true of long runs that take ten times as long as the fastest', () => {
    expect(isFarBehind(1_000, 50)).toBe(true);
    expect(isFarBehind(1_000, 500)).toBe(false);
    expect(isFarBehind(300, 1)).toBe(false);
  });
});
