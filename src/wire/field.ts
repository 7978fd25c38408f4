/** The tag or number of one value of an enumeration; numbers of newer writers stay numbers. */
export function enumTag<Tag extends string>(
  tags: readonly Tag[],
  value: number,
): Tag | number {
  return tags[value] ?? value;
}

/** The number behind a tag. */
export function enumNumber<Tag extends string>(
  field: string,
  tags: readonly Tag[],
  value: Tag | number,
): number {
  const number = typeof value === "number" ? value : tags.indexOf(value);
  if (typeof value !== "number" && number < 0) {
    throw new TypeError(
      `Cannot encode field "${field}": its value is none of ${
        tags.map((tag) => `"${tag}"`).join(", ")
      }; use one of them`,
    );
  }
  if (number !== (number | 0)) {
    throw new RangeError(
      `Cannot encode field "${field}": its value is not a signed 32-bit ` +
        "integer; use a number that was decoded",
    );
  }
  return number;
}

/** `value` if it has UTF-8 bytes. */
export function text(field: string, value: string): string {
  if (typeof value !== "string") {
    throw new TypeError(
      `Cannot encode field "${field}": its value is of type ${typeof value}; ` +
        "pass a string",
    );
  }
  if (!value.isWellFormed()) {
    throw new TypeError(
      `Cannot encode field "${field}": its text holds half of a surrogate ` +
        "pair, which UTF-8 cannot carry; pass well-formed text",
    );
  }
  return value;
}

/** `value` if it is bytes. */
export function octets(field: string, value: Uint8Array): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw new TypeError(
    `Cannot encode field "${field}": its value is of type ${typeof value}; ` +
      "pass a Uint8Array",
  );
}

/** `value` if it is a signed 64-bit integer. */
export function int64(field: string, value: bigint): bigint {
  if (typeof value !== "bigint") {
    throw new TypeError(
      `Cannot encode field "${field}": its value is of type ${typeof value}; ` +
        "pass a bigint",
    );
  }
  if (BigInt.asIntN(64, value) === value) return value;
  throw new RangeError(
    `Cannot encode field "${field}": ${value} has more than 64 bits; ` +
      "pass a signed 64-bit integer",
  );
}

/** `value` if it is an unsigned 32-bit integer. */
export function uint32(field: string, value: number): number {
  if (typeof value !== "number" || !Number.isInteger(value)) {
    throw new TypeError(
      `Cannot encode field "${field}": its value is not an integer; ` +
        "pass a whole number",
    );
  }
  if (value >= 0 && value <= 0xffff_ffff) return value;
  throw new RangeError(
    `Cannot encode field "${field}": ${value} is not in 0 to 2^32 - 1; ` +
      "pass an unsigned 32-bit integer",
  );
}
