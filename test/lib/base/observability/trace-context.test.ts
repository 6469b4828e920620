import { describe, expect, it } from 'vitest';
import {
  newTrace,
  parseTraceparent,
  parseXRayHeader,
  traceparentOf,
} from '#lib/base/observability/trace-context.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parentId = '00f067aa0ba902b7';

describe('traceparent', () => {
  it.each([
    ['recorded', `00-${traceId}-${parentId}-01`, { traceId, sampled: true }],
    ['not recorded', `00-${traceId}-${parentId}-00`, { traceId, sampled: false }],
    ['with flags of later levels', `00-${traceId}-${parentId}-03`, { traceId, sampled: true }],
    ['of a later version', `cc-${traceId}-${parentId}-01-what-comes-then`, { traceId, sampled: true }],
  ])('is parsed: %s', (_, header, expected) => {
    expect(parseTraceparent(header)).toEqual(expected);
  });

  it.each([
    ['absent', undefined],
    ['empty', ''],
    ['of version ff, which there is not', `ff-${traceId}-${parentId}-01`],
    ['with an id of zeros', `00-${'0'.repeat(32)}-${parentId}-01`],
    ['with a parent of zeros', `00-${traceId}-${'0'.repeat(16)}-01`],
    ['in capitals', `00-${traceId.toUpperCase()}-${parentId}-01`],
    ['too short', `00-${traceId.slice(1)}-${parentId}-01`],
    ['with more than version 00 has', `00-${traceId}-${parentId}-01-more`],
  ])('is ignored when %s', (_, header) => {
    expect(parseTraceparent(header)).toBeUndefined();
  });

  it('is passed on with the same trace and a new parent id', () => {
    const trace = { traceId, sampled: true };
    const first = traceparentOf(trace);
    expect(parseTraceparent(first)).toEqual(trace);
    expect(traceparentOf(trace)).not.toBe(first);
    expect(parseTraceparent(traceparentOf(newTrace()))).toBeDefined();
  });
});

describe("X-Ray's header", () => {
  it.each([
    ['Root=1-5759e988-bd862e3fe1be46a994272793', false],
    ['Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1', true],
    ['Self=1-67891234-12456789abcdef012345678;Root=1-5759e988-bd862e3fe1be46a994272793;Sampled=0', false],
  ])('has the same trace id in another format: %s', (header, sampled) => {
    expect(parseXRayHeader(header)).toEqual({ traceId: '5759e988bd862e3fe1be46a994272793', sampled });
  });

  it.each([[undefined], ['Root=2-5759e988-bd862e3fe1be46a994272793'], ['Root=1-5759e988-bd862e3f'], ['x']])(
    'is ignored: %s',
    (header) => {
      expect(parseXRayHeader(header)).toBeUndefined();
    },
  );
});
