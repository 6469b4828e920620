/**
 * How similar reduced pixels must be to those that they stand for (SSIM). `bench:similarity` measures what limits do; the
 * README has its figures.
 */
export const leastSimilarity = 0.92;
