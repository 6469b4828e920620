import { optOutVariable, parseOptOut, requirements } from './requirements.ts';

/** Global setup: reports at the start of a run which tests it leaves out. */
export default function setup(): void {
  const optedOut = parseOptOut(process.env[optOutVariable]);
  if (process.platform !== 'linux') {
    console.warn(
      `Left out on ${process.platform}: tests that need ${Object.keys(requirements).join(', ')}. CI runs them.`,
    );
  } else if (optedOut.length > 0) {
    console.warn(`Left out by ${optOutVariable}: tests that need ${optedOut.join(', ')}.`);
  }
}
