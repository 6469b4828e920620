/** A change that conformance required and a reader can notice. */
export interface ConformanceWarning {
  code: 'conformance-changed' | 'script-removed' | 'attachments-dropped';
  message: string;
}
