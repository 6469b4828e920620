/** Where an overlay lies on a page as displayed. */
export const overlayPositions = [
  'center',
  'top-left',
  'top',
  'top-right',
  'left',
  'right',
  'bottom-left',
  'bottom',
  'bottom-right',
] as const;

export type OverlayPosition = (typeof overlayPositions)[number];
