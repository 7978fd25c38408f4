/** Random values that lean towards the edges; the same for the same seed. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** From 0 up to, and not, 1 (mulberry32). */
  unit(): number {
    this.#state = this.#state + 0x6d2b79f5 | 0;
    let mixed = Math.imul(
      this.#state ^ this.#state >>> 15,
      1 | this.#state,
    );
    mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed;
    return ((mixed ^ mixed >>> 14) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 up to, and not, `end`. */
  below(end: number): number {
    return Math.floor(this.unit() * end);
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  bytes(maxLength: number): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(
      { length: this.below(maxLength + 1) },
      () => this.below(256),
    );
  }

  /** 64 random bits, of which any number at the top are the sign. */
  int64(): bigint {
    const high = BigInt(this.below(2 ** 32));
    const bits = high << 32n | BigInt(this.below(2 ** 32));
    const edge = this.pick([0n, 1n, -1n, 2n ** 63n - 1n, -(2n ** 63n)]);
    return this.below(8) === 0
      ? edge
      : BigInt.asIntN(64, bits) >> BigInt(this.below(64));
  }

  uint32(): number {
    if (this.below(8) === 0) return this.pick([0, 1, 127, 128, 2 ** 32 - 1]);
    return this.below(2 ** 32) >>> this.below(32);
  }

  int32(): number {
    return this.uint32() | 0;
  }

  /** Well-formed text in units of many kinds. */
  text(maxLength: number): string {
    let text = "";
    const length = this.below(maxLength + 1);
    for (let index = 0; index < length; index++) {
      const [first, last] = this.pick([
        [0x61, 0x7a],
        [0x61, 0x7a],
        [0x20, 0x7f],
        [0x00, 0x1f],
        [0x80, 0x7ff],
        [0x2020, 0x2030],
        [0xd000, 0xd7ff],
        [0xe000, 0xffff],
        [0x10000, 0x10ffff],
      ]);
      text += String.fromCodePoint(first! + this.below(last! - first! + 1));
    }
    return text;
  }

  /** A number that canonical JSON takes. */
  number(): number | bigint {
    switch (this.below(6)) {
      case 0:
        return this.pick([0, -0, 1, 2 ** 53 - 1, 1 - 2 ** 53, 1e-4, 5e-324]);
      case 1:
        return this.int64() ** BigInt(1 + this.below(3));
      case 2:
        return this.int32();
      case 3:
        return this.below(100_000) / 100;
      default:
        return this.#fraction();
    }
  }

  /** Any double by its bits, if it is no whole number beyond 2^53 - 1. */
  #fraction(): number {
    const view = new DataView(new ArrayBuffer(8));
    view.setUint32(0, this.below(2 ** 32));
    view.setUint32(4, this.below(2 ** 32));
    const any = view.getFloat64(0);
    if (Number.isFinite(any) && Math.abs(any) < 2 ** 53) return any;
    return (this.unit() - 0.5) * 10 ** -this.below(20);
  }

  json(depth: number): unknown {
    switch (this.below(depth > 0 ? 9 : 6)) {
      case 0:
        return null;
      case 1:
        return this.unit() < 0.5;
      case 2:
      case 3:
        return this.number();
      case 4:
      case 5:
        return this.text(this.pick([3, 20, 80]));
      case 6:
        return this.#items(depth);
      default:
        return Object.fromEntries(
          this.#items(depth).map((item) => [this.#key(), item]),
        );
    }
  }

  #items(depth: number): unknown[] {
    return Array.from({ length: this.below(7) }, () => this.json(depth - 1));
  }

  #key(): string {
    const special = ["", "__proto__", "constructor", "10", "9", "-1"];
    return this.below(8) === 0 ? this.pick(special) : this.text(4);
  }

  /** Encoded fields with numbers from `first` on. */
  unknownFields(first: number): number[] {
    const bytes: number[] = [];
    for (let count = this.below(4); count > 0; count--) {
      const number = this.pick([first, first + 1, 99, 2_000, 2 ** 29 - 1]);
      const wireType = this.pick([0, 1, 2, 5]);
      bytes.push(...varint(number * 8 + wireType));
      if (wireType === 0) bytes.push(...varint(this.uint32()));
      if (wireType === 1) bytes.push(...new Array(8).fill(this.below(256)));
      if (wireType === 5) bytes.push(...new Array(4).fill(this.below(256)));
      if (wireType === 2) {
        const data = this.bytes(200);
        bytes.push(...varint(data.length), ...data);
      }
    }
    return bytes;
  }
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  while (value > 127) {
    bytes.push(value % 128 + 128);
    value = Math.floor(value / 128);
  }
  bytes.push(value);
  return bytes;
}
