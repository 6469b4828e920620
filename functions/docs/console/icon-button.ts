import { element } from './element.ts';

/** A button with a sign instead of a text. */
export const iconButton = (className: string, label: string, sign: string): HTMLButtonElement =>
  element('button', { type: 'button', class: `icon ${className}`, 'aria-label': label, title: label }, sign);
