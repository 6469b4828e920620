import { expect, it } from 'vitest';
import { type TextOperator, visitText } from '#lib/engines/pdf/conformance/fonts/shown/text-operators.ts';

function operators(content: string): string[] {
  const found: string[] = [];
  visitText(Buffer.from(content, 'latin1'), (each: TextOperator) => {
    if (each.operator === 'show')
      found.push(`show ${each.strings.map((text) => Buffer.from(text).toString('latin1')).join('|')}`);
    else if ('name' in each) found.push(`${each.operator} ${String(each.name)}`);
    else found.push('mode' in each ? `Tr ${each.mode}` : each.operator);
  });
  return found;
}

it('finds what shows text, in strings of both kinds', () => {
  expect(
    operators(
      String.raw`q BT /F1 12 Tf 3 Tr (a\)b) Tj [<4142> -20 (c)] TJ (d) ' 1 2 (e) " ET Q /X1 Do /G gs`,
    ),
  ).toEqual(['q', 'Tf /F1', 'Tr 3', 'show a)b', 'show AB|c', 'show d', 'show e', 'Q', 'Do /X1', 'gs /G']);
});

it('takes neither the data of inline images nor strings of other operators for text', () => {
  expect(operators('BI /W 1 /H 1 /BPC 8 /CS /G ID (x) Tj\nEI\n/P <</T (t)>> BDC (y) Tj EMC')).toEqual([
    'show y',
  ]);
});
