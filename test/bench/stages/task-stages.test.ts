import { expect, it } from 'vitest';
import type { Result, Row } from '../compare/result.ts';
import { functionStages, stageLines } from './print-stages.ts';
import { addStages, type SpanLine, type Stages, taskStages } from './task-stages.ts';

const start = Date.parse('2026-11-27T10:00:00.000Z');
const times = { start, uploaded: start + 5, firstByte: start + 60, lastByte: start + 70 };

const line = (service: string, after: number, milliseconds: number, stages = {}): SpanLine => ({
  service,
  timestamp: new Date(start + after).toISOString(),
  milliseconds,
  stages,
});

const lines = [
  line('create-upload', 4, 2),
  line('renderer', 40, 20, { render: 18 }),
  line('html-file', 50, 35, { parse: 1, render: 25 }),
];

it('the time of a task is divided among the client and its functions', () => {
  expect(taskStages('html → pdf', times, lines)).toEqual({
    uploads: 5,
    'until the handler': 10,
    'html-file': 35,
    'html-file: parse': 1,
    'html-file: render': 25,
    renderer: 20,
    'renderer: render': 18,
    'from the handler': 10,
    'last byte': 10,
    'in all': 70,
  });
});

it('lines of several parts of a job add up', () => {
  const parts = [
    line('office-worker', 20, 10, { convert: 9 }),
    line('office-worker', 25, 14, { convert: 13 }),
  ];
  expect(taskStages('office merge', times, [...parts, line('to-pdf', 50, 40)])).toMatchObject({
    'office-worker': 24,
    'office-worker: convert': 22,
  });
});

it('a row shows medians, and nothing for a stage that most runs did not have', () => {
  const stages: Stages = {};
  for (const stored of [0, 0, 9]) {
    const ofRun = { parse: 2, ...(stored > 0 ? { store: stored } : {}) };
    addStages(stages, taskStages('merge', times, [line('merge-pdf', 50, 30, ofRun)]));
  }
  const result = {
    warm: [70, 70, 70],
    stages,
    cpuOfWarm: 0.0123,
    standInCpuSeconds: 0.02,
  } as Partial<Result>;
  const row = { operation: 'merge', size: 'small', results: [result] } as unknown as Row;
  expect(stageLines([row])).toEqual([
    ['merge, small', '5.00', '15.0', '30.0', '10.0', '10.0', '70.0', '12.3', '20.0'],
  ]);
  expect(functionStages([row])).toEqual(['merge, small: merge-pdf 30 (parse 2)']);
});
