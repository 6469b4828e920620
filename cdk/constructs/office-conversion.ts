import type { ServiceFunction } from './service-function.ts';

export interface OfficeConversionProps {
  /** Why there is no LibreOffice, if so. */
  unavailable: string | undefined;
}

/** What the function that converts office documents needs, and what accepts them. */
export class OfficeConversion {
  readonly #props: OfficeConversionProps;

  constructor(props: OfficeConversionProps) {
    this.#props = props;
  }

  /** Convert office documents. */
  bindEngine(fn: ServiceFunction): void {
    fn.setVariables({
      LIBREOFFICE_ROOT: '/opt/libreoffice',
      FONTS_CONF: '/opt/fonts/fonts.conf',
    });
  }

  /** Know whether office documents can be converted. */
  bindRequests(fn: ServiceFunction): void {
    const { unavailable } = this.#props;
    if (unavailable) fn.setVariables({ OFFICE_UNAVAILABLE: unavailable });
  }
}
