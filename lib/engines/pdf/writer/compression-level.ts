/**
 * The zlib level for everything that the writer compresses. Objects shrink to about an eighth by repetition, which zlib
 * finds at its fastest level too: parts of a split are 0.3 % longer than at level 3.
 */
export const compressionLevel = 1;
