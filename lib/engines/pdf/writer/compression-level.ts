/**
 * How hard zlib tries on what the writer compresses itself. Objects shrink to about an eighth by what repeats from one
 * to the next, which it finds at its fastest too: a part of a split gets 0.3 % longer than at level 3.
 */
export const compressionLevel = 1;
