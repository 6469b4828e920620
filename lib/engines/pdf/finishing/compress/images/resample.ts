/** Pixels in memory: samples of 8 bits, row by row from the top. */
export interface Pixels {
  width: number;
  height: number;
  /** Samples of each pixel that count. */
  components: number;
  /** Bytes from one pixel to the next. */
  stride: number;
  data: Uint8Array;
}

/** For each target: the first source, the number of sources, and where their weights start. */
interface Shares {
  first: Uint32Array;
  count: Uint32Array;
  at: Uint32Array;
  weights: Float32Array;
}

/**
 * Makes a picture smaller: each pixel becomes the average of the area that it covers. The result has no gaps between
 * pixels.
 */
export function resample(source: Pixels, width: number, height: number): Pixels {
  const { components } = source;
  const across = sharesOf(source.width, width);
  const along = sharesOf(source.height, height);
  const data = new Uint8Array(width * height * components);
  const row = new Float32Array(width * components);
  const sums = new Float32Array(width * components);
  let reduced = -1;
  for (let y = 0; y < height; y += 1) {
    sums.fill(0);
    const first = along.first[y] as number;
    for (let index = 0; index < (along.count[y] as number); index += 1) {
      // Two targets share the row between them.
      if (reduced !== first + index) reduceRow(source, first + index, across, row);
      reduced = first + index;
      const weight = along.weights[(along.at[y] as number) + index] as number;
      for (let at = 0; at < sums.length; at += 1)
        sums[at] = (sums[at] as number) + (row[at] as number) * weight;
    }
    const start = y * sums.length;
    for (let at = 0; at < sums.length; at += 1) data[start + at] = (sums[at] as number) + 0.5;
  }
  return { width, height, components, stride: components, data };
}

function reduceRow(
  { data, width, components, stride }: Pixels,
  y: number,
  shares: Shares,
  out: Float32Array,
): void {
  const rowStart = y * width * stride;
  const targets = out.length / components;
  for (let x = 0; x < targets; x += 1) {
    const start = rowStart + (shares.first[x] as number) * stride;
    const weightsAt = shares.at[x] as number;
    const count = shares.count[x] as number;
    for (let component = 0; component < components; component += 1) {
      let sum = 0;
      for (let index = 0; index < count; index += 1) {
        sum +=
          (data[start + index * stride + component] as number) *
          (shares.weights[weightsAt + index] as number);
      }
      out[x * components + component] = sum;
    }
  }
}

/** How `from` pixels share in `to` pixels, at most as many. The weights of a target add up to 1. */
function sharesOf(from: number, to: number): Shares {
  const [first, count, at] = [new Uint32Array(to), new Uint32Array(to), new Uint32Array(to)];
  const weights = new Float32Array(from + 2 * to);
  const step = from / to;
  let next = 0;
  for (let target = 0; target < to; target += 1) {
    const [start, end] = [target * step, Math.min(from, (target + 1) * step)];
    first[target] = Math.floor(start);
    at[target] = next;
    for (let pixel = Math.floor(start); pixel < end; pixel += 1) {
      weights[next] = (Math.min(end, pixel + 1) - Math.max(start, pixel)) / (end - start);
      next += 1;
    }
    count[target] = next - (at[target] as number);
  }
  return { first, count, at, weights };
}
