/** The detector with its smallest database, which is read when this module is loaded. */
export { eld } from 'eld/extrasmall';
