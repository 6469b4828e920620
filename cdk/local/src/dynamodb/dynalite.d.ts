/** The part of dynalite 4 that is used here; the package has no types of its own. */
declare module 'dynalite' {
  import type { Server } from 'node:http';

  interface DynaliteOptions {
    /** LevelDB folder; created if missing. In memory without it. */
    path: string;
    /** How long tables stay in the state CREATING, in milliseconds. */
    createTableMs: number;
    deleteTableMs: number;
    updateTableMs: number;
  }

  /** A server that is not listening yet. Closing it closes the database too. */
  export default function dynalite(options: DynaliteOptions): Server;
}
