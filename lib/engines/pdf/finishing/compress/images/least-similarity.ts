/**
 * How similar reduced pixels must be to those that they stand for (SSIM). `bench:similarity` measures what limits do; the
 * README has the figures that it was chosen by.
 */
export const leastSimilarity = 0.88;
