import type { Native } from '../../../base/processes/native.ts';

/**
 * Returns the switch of LibreOfficeKit's mode, which LibreOffice checks in about a hundred places
 * (`comphelper::LibreOfficeKit::isActive`). LibreOfficeKit turns it on at its start.
 *
 * The mode is meant for documents on a screen, drawn in tiles. In a PDF it omits form controls and most of the text of
 * comments in the margin, draws the icons of conditional formats at a quarter of their size, and draws 3D shapes and
 * text in charts less precisely: documents must be written with the mode off. They must be read with the mode on, or
 * LibreOffice opens a window with all its parts.
 *
 * @param library libmergedlo, in which LibreOfficeKit runs
 */
export const kitModeSwitch = (library: ReturnType<Native['load']>): ((isOn: boolean) => void) =>
  library.func('void _ZN10comphelper14LibreOfficeKit9setActiveEb(bool)') as (isOn: boolean) => void;
