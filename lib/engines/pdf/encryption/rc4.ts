/**
 * RC4, which encrypts and decrypts alike. Implemented here because OpenSSL 3 no longer offers it. It is broken as a
 * cipher, but PDFs encrypted before 2006 cannot be read without it.
 */
export function rc4(key: Uint8Array, data: Uint8Array): Uint8Array {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  for (let i = 0, j = 0; i < 256; i += 1) {
    const value = state[i] as number;
    j = (j + value + (key[i % key.length] as number)) & 255;
    state[i] = state[j] as number;
    state[j] = value;
  }
  const out = new Uint8Array(data.length);
  let i = 0;
  let j = 0;
  for (let at = 0; at < data.length; at += 1) {
    i = (i + 1) & 255;
    const value = state[i] as number;
    j = (j + value) & 255;
    const other = state[j] as number;
    state[i] = other;
    state[j] = value;
    out[at] = (data[at] as number) ^ (state[(value + other) & 255] as number);
  }
  return out;
}
