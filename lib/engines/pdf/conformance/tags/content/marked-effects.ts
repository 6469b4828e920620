import { inlineIdentifier, propertiesName } from './operands.ts';
import { type Effect, effectOf, type Operator, readOperators } from './operators.ts';

/** What content shows, and in which marked content. */
export interface MarkedEffects {
  /** The identifier in properties among the resources; undefined if they have none. */
  identifierOf: (properties: string) => number | undefined;
  /** @param mcid of the innermost marked content that has an identifier */
  hear: (mcid: number | undefined, effect: Effect, operator: Operator) => void;
}

/**
 * Reads what content shows.
 *
 * @returns whether it could be read to its end
 */
export function readMarkedEffects(bytes: Buffer, { identifierOf, hear }: MarkedEffects): boolean {
  const marks: (number | undefined)[] = [];
  return readOperators(bytes, (operator) => {
    const { name } = operator;
    if (name === 'BMC') marks.push(marks.at(-1));
    else if (name === 'BDC') {
      const properties = propertiesName(bytes, operator);
      const own = properties === undefined ? inlineIdentifier(bytes, operator) : identifierOf(properties);
      marks.push(own ?? marks.at(-1));
    } else if (name === 'EMC') marks.pop();
    else hear(marks.at(-1), effectOf(name), operator);
  });
}
