import * as z from 'zod';
import { unknownMembers } from '../unknown-members.ts';
import { jsonValueField } from './json-value-field.ts';

/** The media features that Chromium emulates, with their values. Source: Media Queries Level 5. */
const mediaFeatures = {
  'prefers-color-scheme': ['light', 'dark'],
  'prefers-contrast': ['no-preference', 'more', 'less', 'custom'],
  'prefers-reduced-data': ['no-preference', 'reduce'],
  'prefers-reduced-motion': ['no-preference', 'reduce'],
  'prefers-reduced-transparency': ['no-preference', 'reduce'],
  'color-gamut': ['srgb', 'p3', 'rec2020'],
  'forced-colors': ['none', 'active'],
} as const satisfies Record<string, readonly [string, ...string[]]>;

type MediaFeature = keyof typeof mediaFeatures;

const names = Object.keys(mediaFeatures) as [MediaFeature, ...MediaFeature[]];

/** Whether the browser emulates this value of a media feature. */
export const isMediaFeature = ({ name, value }: { name: string; value: string }): boolean =>
  Object.entries<readonly string[]>(mediaFeatures).some(
    ([known, values]) => known === name && values.includes(value),
  );

const mediaFeature = (name: MediaFeature) =>
  z.strictObject(
    {
      name: z.literal(name).meta({ description: 'Name of the media feature.', examples: [name] }),
      value: z
        .enum(mediaFeatures[name], { error: `must be one of ${mediaFeatures[name].join(', ')}` })
        .meta({ description: 'Value that the page sees.', examples: [mediaFeatures[name][0]] }),
    },
    unknownMembers,
  );

/** `emulatedMediaFeatures`: a JSON array of CSS media features. */
export const mediaFeaturesField = jsonValueField(
  z.array(
    z.discriminatedUnion('name', [mediaFeature(names[0]), ...names.slice(1).map(mediaFeature)], {
      error: `must be an object with a name, one of ${names.join(', ')}, and a value`,
    }),
    { error: 'must be an array of media features' },
  ),
  'JSON array of CSS media features that the page sees, each with `name` and `value`.',
  {
    entries: names.length,
    example: [{ name: 'prefers-color-scheme', value: 'dark' }],
  },
);
