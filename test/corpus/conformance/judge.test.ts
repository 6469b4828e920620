import { describe, expect, it } from 'vitest';
import type { ConformanceFlavour } from '#lib/base/conformance.ts';
import { CorpusClient } from '../corpus-client.ts';
import { Rejection } from '../pdf-service.ts';
import { generatedPdf } from '../../support/generated-pdf.ts';
import { judge } from './judge.ts';
import type { ConformanceRequest } from './section.ts';
import { type Outcome, Tally } from './tally.ts';
import type { Validator } from './validator.ts';

/** A PDF whose metadata are these properties. */
function pdfWith(properties: string): Buffer {
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" ${properties}</rdf:Description></rdf:RDF></x:xmpmeta>`;
  return generatedPdf(
    [
      '<</Type /Catalog /Pages 2 0 R /Metadata 3 0 R>>',
      '<</Type /Pages /Kids [4 0 R] /Count 1>>',
      `<</Type /Metadata /Subtype /XML /Length ${xmp.length}>>\nstream\n${xmp}\nendstream`,
      '<</Type /Page /Parent 2 0 R /MediaBox [0 0 9 9]>>',
    ],
    '',
  );
}

const archival = pdfWith('pdfaid:part="2" pdfaid:conformance="B">');
const both = pdfWith(
  '><pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance><pdfuaid:part>1</pdfuaid:part>',
);
const plain = pdfWith('>');

type Sent = ConformanceRequest['send'];
const results =
  (bytes: readonly Buffer[], warnings: readonly string[] = []): Sent =>
  () =>
    Promise.resolve(bytes.map((own) => ({ bytes: own, warnings })));
const failing =
  (error: Error): Sent =>
  () =>
    Promise.reject(error);

/** Finds files valid except by one flavour. */
const strictAbout = (invalid: string): Validator => ({
  name: 'veraPDF',
  failures: (flavour, files) =>
    Promise.resolve(new Map(files.map((file) => [file, flavour === invalid ? '6.1: wrong' : '']))),
  close: () => Promise.resolve(),
});

/** The requests do not use it. */
const client = Object.create(CorpusClient.prototype) as CorpusClient;

async function outcomeOf(
  send: Sent,
  request: Partial<ConformanceRequest> = {},
  invalid = '',
): Promise<string> {
  const all = [{ name: 'a', flavour: '2b' as const, isRequested: true, ...request, send }];
  for await (const { outcome } of judge(all, { client, validator: strictAbout(invalid) })) return outcome;
  return '';
}

describe('judge', () => {
  it.each<[string, Sent, Partial<ConformanceRequest>, string]>([
    ['valid', results([archival, both]), {}, ''],
    ['valid', results([both]), { flavour: 'ua1' }, ''],
    ['false', results([archival]), {}, '2b'],
    ['false', results([archival, both]), {}, 'ua1'],
    ['undeclared', results([archival, plain]), {}, ''],
    ['undeclared', results([plain], ['conformance-dropped']), {}, ''],
    ['dropped', results([plain], ['conformance-dropped']), { isRequested: false }, ''],
    ['undeclared', results([plain]), { isRequested: false }, ''],
    ['false', results([archival]), { flavour: 'ua1', isRequested: false }, '2b'],
    ['rejected', failing(new Rejection('not-conformant', 'file: …')), {}, ''],
    ['unvalidated', failing(new Rejection('file-too-large', 'file: …')), {}, ''],
    ['unreadable', failing(new Rejection('password-required', 'file: …')), {}, ''],
    ['fault', failing(new Error('503')), {}, ''],
  ])('finds a request %s', async (outcome, send, request, invalid) => {
    expect(await outcomeOf(send, request, invalid)).toBe(outcome);
  });
});

describe('Tally', () => {
  it('counts faults and the last outcome of each request, and leaves unreadable inputs out of the share', () => {
    const tally = new Tally(['Office']);
    const add = (name: string, outcome: Outcome, flavour: ConformanceFlavour = '2b'): void => {
      tally.add({ section: 'Office', flavour, name, outcome });
    };
    add('a', 'fault');
    add('a', 'valid');
    add('b', 'valid');
    add('c', 'rejected');
    add('d', 'unreadable');
    add('e', 'unvalidated');
    expect(tally.faults).toBe(0);
    expect(tally.table()).toContain('| Office | PDF/A-2b | 4 | 2 | 50.0 % | 1 | 0 | 1 | 0 | 0 |');
    add('a', 'false', 'ua1');
    add('b', 'undeclared', 'ua1');
    expect(tally.faults).toBe(2);
    expect(tally.table()).toContain('| Office | PDF/UA-1 | 2 | 0 | 0.0 % | 0 | 0 | 0 | 1 | 1 |');
  });
});
