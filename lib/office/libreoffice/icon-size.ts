import type { Native } from '../../processes/native.ts';

/** Resolution at which LibreOffice lays out a PDF, in dots per inch. */
const exportResolution = 720;

/** Hundredths of a millimetre per inch, LibreOffice's unit of length. */
const unitsPerInch = 2540;

/**
 * Has Calc draw the icons of conditional formats in their size.
 *
 * Through LibreOfficeKit, Calc takes their height in pixels for one in hundredths of a millimetre, and multiplies it by
 * the scale of the screen (sc/source/ui/view/output.cxx, `drawIconSets`). That is right for tiles on a screen; in a PDF
 * the icons come out at a quarter of their size. This sets the scale that makes up for it.
 *
 * @param library libmergedlo, in which LibreOfficeKit runs
 */
export function drawIconsInFullSize(library: ReturnType<Native['load']>): void {
  const setScale = library.func('void _ZN10comphelper14LibreOfficeKit11setDPIScaleEd(double)') as (
    scale: number,
  ) => void;
  setScale(unitsPerInch / exportResolution);
}
