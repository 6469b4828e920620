/** The access key that every client of the local run signs with. Local services know exactly one. */
export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

/** A server of the local run, listening on loopback. */
export interface LocalService {
  /** Address for `AWS_ENDPOINT_URL_*`, for instance `http://127.0.0.1:41234`, without a trailing slash. */
  endpoint: string;
  /** Ends open connections and resolves when the port is free and the state is on disk. */
  stop(): Promise<void>;
}

/** Receives one line for the person who started the local run. */
export type Log = (line: string) => void;
