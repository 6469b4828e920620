import type { OverlayOptions } from '#lib/api/fields/finishing/overlay-options.ts';

/** The options of a stamp that says nothing but what to draw. */
export const overlayDefaults: OverlayOptions = {
  page: 1,
  position: 'center',
  offset: [0, 0],
  rotation: 0,
  opacity: 1,
  fontSize: 48,
  color: '#000000',
  scale: 0.5,
  tile: false,
};
