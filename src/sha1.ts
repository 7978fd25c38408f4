/**
 * SHA-1, which UUIDs of version 5 are made of; never to be used for security.
 *
 * Our own, because intent ids are needed synchronously and on the path that
 * every import of the package takes: importing `node:crypto` adds 45 ms to a
 * cold start (Deno 2.9, median of 20 runs: 77 ms against 31 ms), fetching it on
 * first use by `process.getBuiltinModule` moves 43 ms to the first intent, and
 * WebCrypto is asynchronous. This adds nothing measurable to a start, and takes
 * 5 µs for a name of 60 bytes, as `node:crypto` does.
 *
 * @param message The bytes to hash.
 * @returns 20 bytes.
 */
export function sha1(message: Uint8Array): Uint8Array<ArrayBuffer> {
  // One bit of padding and eight bytes of length, in blocks of 64 bytes.
  const padded = new Uint8Array((message.length + 9 + 63 >>> 6) * 64);
  padded.set(message);
  padded[message.length] = 0x80;
  writeWord(padded, padded.length - 8, message.length / 0x2000_0000);
  writeWord(padded, padded.length - 4, message.length << 3);

  // Plain arrays: making a small typed array costs more than filling it.
  const state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
  const words: number[] = [];
  for (let offset = 0; offset < padded.length; offset += 64) {
    for (let t = 0; t < 16; t++) words[t] = readWord(padded, offset + t * 4);
    mixBlock(state, words);
  }

  const digest = new Uint8Array(20);
  state.forEach((word, index) => writeWord(digest, index * 4, word));
  return digest;
}

function readWord(bytes: Uint8Array, offset: number): number {
  return bytes[offset]! << 24 | bytes[offset + 1]! << 16 |
    bytes[offset + 2]! << 8 | bytes[offset + 3]!;
}

function writeWord(bytes: Uint8Array, offset: number, word: number): void {
  bytes[offset] = word >>> 24;
  bytes[offset + 1] = word >>> 16;
  bytes[offset + 2] = word >>> 8;
  bytes[offset + 3] = word;
}

/** FIPS 180-4, 6.1.2: `words` starts with the 16 words of one block. */
function mixBlock(state: number[], words: number[]): void {
  for (let t = 16; t < 80; t++) {
    const word = words[t - 3]! ^ words[t - 8]! ^ words[t - 14]! ^
      words[t - 16]!;
    words[t] = word << 1 | word >>> 31;
  }
  let a = state[0]!, b = state[1]!, c = state[2]!, d = state[3]!, e = state[4]!;
  for (let t = 0; t < 80; t++) {
    let mixed: number;
    if (t < 20) mixed = (b & c | ~b & d) + 0x5a827999;
    else if (t < 40) mixed = (b ^ c ^ d) + 0x6ed9eba1;
    else if (t < 60) mixed = (b & c | b & d | c & d) + 0x8f1bbcdc;
    else mixed = (b ^ c ^ d) + 0xca62c1d6;
    const next = (a << 5 | a >>> 27) + mixed + e + words[t]! | 0;
    e = d;
    d = c;
    c = b << 30 | b >>> 2;
    b = a;
    a = next;
  }
  state[0] = state[0]! + a | 0;
  state[1] = state[1]! + b | 0;
  state[2] = state[2]! + c | 0;
  state[3] = state[3]! + d | 0;
  state[4] = state[4]! + e | 0;
}
