import { describe, expect, it } from 'vitest';
import { balanced, balanceOf, followedBy } from '#lib/engines/pdf/finishing/overlays/content-balance.ts';
import { expectLinearTime } from '../../../../../support/linear-time.ts';
import { latin1 } from '../../../../../support/raw-pdf.ts';

const nesting = (least: number, net: number) => ({ least, net });

const statesOf = (content: string) => balanceOf(latin1(content)).states;

describe('the balance of content', () => {
  it.each([
    ['', 0, 0],
    ['q Q', 0, 0],
    ['q q Q', 0, 1],
    ['Q q', -1, 0],
    ['Q Q q', -2, -1],
    ['q/Q/q Q', 0, 0],
    ['q 1 0 0 1 0 0 cm[(a)]Q', 0, 0],
    ['(q (q) \\) q) q', 0, 1],
    ['(q', 0, 0],
    ['<71> q <</A/q>> <7', 0, 1],
    ['% q\nq', 0, 1],
    ['qq Qq Q1 q1', 0, 0],
    ['BI /W 1 ID \0 q q EI\nq', 0, 1],
    ['BI /W 1 ID \0 EI\u00ff q EI Q', -1, -1],
    ['BI /W 1 ID q q', 0, 0],
    ['/q gs BX Q EX', -1, -1],
  ])('counts graphics states: %s', (content, least, net) => {
    expect(statesOf(content)).toEqual(nesting(least, net));
  });

  it('counts marked content and knows whether a text object is open', () => {
    expect(balanceOf(latin1('/A BMC /B <</MCID 0>> BDC BT EMC'))).toEqual({
      states: nesting(0, 0),
      marks: nesting(0, 1),
      text: true,
      unfinished: false,
    });
    expect(balanceOf(latin1('BT ET'))).toMatchObject({ text: false });
  });

  it.each([
    ['(a) <41> [(b)] <</A/b>> BI ID x EI', false],
    ['(a', true],
    ['(a\\)', true],
    ['<41', true],
    ['<41(a)', false],
    ['[(a)', true],
    ['/A <</B 1', true],
    ['BI /W 1 ID abc', true],
    ['[(a)] TJ', false],
  ])('knows whether it is unfinished: %s', (content, unfinished) => {
    expect(balanceOf(latin1(content)).unfinished).toBe(unfinished);
  });

  it('of streams together is that of their contents', () => {
    const parts = ['q Q Q', 'q q BT', 'Q EMC', 'ET /A BMC'];
    const together = balanceOf(latin1(parts.join('\n')));
    expect(parts.map((part) => balanceOf(latin1(part))).reduce(followedBy, balanced)).toEqual(together);
  });

  it.each(['(', '(\\', '<', 'q ', 'BI ID ', ' EI\u00ff', '% ', '/', '<<'])(
    'is found in linear time: %s',
    (content) =>
      expectLinearTime(250_000, (size) => latin1(content.repeat(size / content.length)), balanceOf),
  );
});
