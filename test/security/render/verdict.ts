import type { Attack } from './attack.ts';
import type { Outcome } from './outcome.ts';

/** Ends of a request that never became a page; of URLs that cannot be parsed too. */
const rejections = ['url-not-allowed', 'invalid-field'];

/** What is wrong with how the service dealt with an attack; empty if nothing is. */
export function faultsOf({ ends }: Attack, { ended, reached, said = '' }: Outcome): string[] {
  const isRight =
    ends === 'any' ? ended !== 'fault' : ends === 'page' ? ended === 'page' : rejections.includes(ended);
  return isRight ? reached : [...reached, `ended ${ended} and not ${ends}: ${said}`];
}
