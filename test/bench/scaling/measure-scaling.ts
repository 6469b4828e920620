import { join } from 'node:path';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { Contestant } from '../contestants/contestant.ts';
import { cpuSecondsOf, untilQuiet } from '../measuring/process-tree.ts';
import { growthExponent, quantile } from '../statistics.ts';
import { longPicture, reportPage } from '../tasks/html-pages.ts';
import { documentOf, presentationOf, workbookOf } from '../tasks/office-documents.ts';
import { report } from '../tasks/pdf-documents.ts';
import type { Operation, Task } from '../tasks/task.ts';

/** How the cost of something grows. */
export interface Course {
  what: string;
  /** What it grows with: `pages`. */
  unit: string;
  points: { amount: number; /** Medians. */ milliseconds: number; cpuSeconds: number }[];
  /** Of processor time, in the upper half of the points, where what does not grow weighs little. */
  exponent: number;
}

interface Series {
  operation: Operation;
  what: string;
  unit: string;
  amounts: readonly number[];
  task: (amount: number, folder: string) => Promise<Task> | Task;
}

const words = 300;

const series: Series[] = [
  {
    operation: 'merge',
    what: 'merge of two files',
    unit: 'pages',
    amounts: [2, 20, 200, 1_000, 2_500, 5_000],
    task: async (amount, folder) => {
      const half = await (await report(amount / 2, words)).save();
      const files = ['1.pdf', '2.pdf'].map((name) => write(join(folder, name), half));
      return { operation: 'merge', size: 'small', description: '', files, pages: amount };
    },
  },
  {
    operation: 'merge',
    what: 'merge of files of 20 pages',
    unit: 'files',
    amounts: [2, 5, 12, 25, 50, 100],
    task: async (amount, folder) => {
      const bytes = await (await report(20, words)).save();
      const files = Array.from({ length: amount }, (_, at) => write(join(folder, `${1000 + at}.pdf`), bytes));
      return { operation: 'merge', size: 'small', description: '', files, pages: amount * 20 };
    },
  },
  {
    operation: 'split',
    what: 'split into parts of 50 pages',
    unit: 'pages',
    amounts: [1, 50, 500, 1_000, 2_500, 5_000],
    task: async (amount, folder) => {
      const file = write(join(folder, 'document.pdf'), await (await report(amount, words)).save());
      return { operation: 'split', size: 'small', description: '', file, pages: amount, partPages: 50 };
    },
  },
  {
    operation: 'html → pdf',
    what: 'HTML to PDF',
    unit: 'pages',
    amounts: [1, 4, 12, 25, 50, 100],
    task: (amount, folder) => {
      const page = reportPage(amount);
      const file = write(join(folder, 'page.html'), page.html);
      return { operation: 'html → pdf', size: 'small', description: '', file, page };
    },
  },
  {
    operation: 'html → png',
    what: 'HTML to PNG',
    unit: 'windows of 800 pixels',
    amounts: [1, 2, 4, 8, 12, 18],
    task: (amount, folder) => {
      const page = longPicture(amount);
      const file = write(join(folder, 'page.html'), page.html);
      return { operation: 'html → png', size: 'small', description: '', file, page };
    },
  },
  ...(
    [
      ['docx', 'pages', [1, 10, 50, 100, 250, 500], documentOf],
      ['xlsx', 'rows', [100, 1_000, 5_000, 10_000, 30_000, 100_000], workbookOf],
      ['pptx', 'slides', [1, 10, 50, 100, 200, 400], presentationOf],
    ] as const
  ).map(([kind, unit, amounts, make]): Series => ({
    operation: `${kind} → pdf`,
    what: `${kind.toUpperCase()} to PDF`,
    unit,
    amounts,
    task: (amount, folder) => {
      const file = write(join(folder, `document.${kind}`), make(amount));
      return { operation: `${kind} → pdf`, size: 'small', description: '', kind, file };
    },
  })),
];

/** Has the service do more and more of the same. @param found hears of each course as soon as it is known */
export async function measureScaling(
  service: Contestant,
  operations: readonly Operation[],
  folder: string,
  runs: number,
  found: (course: Course) => void,
): Promise<Course[]> {
  const courses: Course[] = [];
  for (const [index, { operation, what, unit, amounts, task }] of series.entries()) {
    if (!operations.includes(operation)) continue;
    const points: Course['points'] = [];
    for (const amount of amounts) {
      const own = join(folder, `${index}-${amount}`);
      mkdirSync(own, { recursive: true });
      points.push({ amount, ...(await measurePoint(service, await task(amount, own), runs)) });
    }
    const upper = points.slice(points.length / 2);
    const exponent = growthExponent(upper.map(({ amount, cpuSeconds }) => [amount, cpuSeconds]));
    const course = { what, unit, points, exponent };
    found(course);
    courses.push(course);
  }
  return courses;
}

async function measurePoint(
  service: Contestant,
  task: Task,
  runs: number,
): Promise<{ milliseconds: number; cpuSeconds: number }> {
  const pids = () => service.processes(task).flatMap((group) => group.pids);
  await service.perform(task);
  await untilQuiet(pids);
  const before = cpuSecondsOf(pids());
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now();
    await service.perform(task);
    times.push(performance.now() - start);
  }
  await untilQuiet(pids);
  return { milliseconds: quantile(times, 0.5), cpuSeconds: (cpuSecondsOf(pids()) - before) / runs };
}

function write(file: string, content: string | Uint8Array): string {
  writeFileSync(file, content);
  return file;
}
