import type { ServiceFunction } from './service-function.ts';

export interface OfficeConversionProps {
  /** The reason why LibreOffice is unavailable. Undefined when it is available. */
  unavailable: string | undefined;
}

/** The bindings of the function that runs LibreOffice, and of its submitters. */
export class OfficeConversion {
  readonly #props: OfficeConversionProps;

  constructor(props: OfficeConversionProps) {
    this.#props = props;
  }

  /** Sets the variables of LibreOffice. */
  bindEngine(fn: ServiceFunction): void {
    fn.setVariables({ LIBREOFFICE_ROOT: '/opt/libreoffice' });
  }

  /** Sets the variable with the reason why LibreOffice is unavailable, if it is. */
  bindRequests(fn: ServiceFunction): void {
    const { unavailable } = this.#props;
    if (unavailable) fn.setVariables({ OFFICE_UNAVAILABLE: unavailable });
  }
}
