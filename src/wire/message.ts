import {
  create,
  type DescMessage,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
  ScalarType,
  toBinary,
} from "@bufbuild/protobuf";
import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import { ToolError } from "../errors.ts";
import { octets } from "./field.ts";

/** What gRPC allows unless told otherwise. */
const DEFAULT_MAX_BYTES = 4 * 1024 * 1024;

/** Limits on one message. */
export interface WireOptions {
  /** Most bytes of one message; 4 MiB unless set. */
  readonly maxBytes?: number | undefined;
}

/**
 * Thrown for bytes that are not the message they should be; trying again cannot help.
 *
 * @example Decode bytes that are no intent
 * ```ts
 * import { assertThrows } from "@std/assert";
 * import { decodeIntent, WireDecodeError } from "@beam/tools/wire";
 *
 * assertThrows(() => decodeIntent(new Uint8Array([255])), WireDecodeError);
 * ```
 */
export class WireDecodeError extends ToolError {
  /** Stable: logs, and other copies of this package, match on it. */
  override readonly name = "WireDecodeError";
  /** Which message it should have been, such as `"intent"`. */
  readonly messageName: string;
  /** Whether the bytes cannot be read, or were not looked at for their number. */
  readonly reason: "malformed" | "too_large";
  /** How many bytes there are. */
  readonly byteLength: number;

  /** Creates the error for one message; `detail` quotes none of its bytes. */
  constructor(
    messageName: string,
    reason: "malformed" | "too_large",
    byteLength: number,
    detail: string,
    options?: ErrorOptions,
  ) {
    super(
      `Cannot decode ${messageName} of ${byteLength} bytes: ${detail}; ` +
        "set the message aside",
      options,
    );
    this.messageName = messageName;
    this.reason = reason;
    this.byteLength = byteLength;
  }
}

/**
 * Thrown for a message that would be larger than allowed; nothing was written.
 *
 * @example Encode more than is allowed
 * ```ts
 * import { assertThrows } from "@std/assert";
 * import { encodeResult, WireSizeError } from "@beam/tools/wire";
 *
 * const result = {
 *   intentId: "i",
 *   entityKey: new Uint8Array(),
 *   seq: 1n,
 *   status: "ok",
 *   payload: new Uint8Array(100),
 *   errorMessage: "",
 *   completedAtMs: 0n,
 * } as const;
 *
 * assertThrows(() => encodeResult(result, { maxBytes: 50 }), WireSizeError);
 * ```
 */
export class WireSizeError extends ToolError {
  /** Stable: logs, and other copies of this package, match on it. */
  override readonly name = "WireSizeError";
  /** Which message it is, such as `"intent"`. */
  readonly messageName: string;
  /** How many bytes it would have. */
  readonly byteLength: number;
  /** How many it may have. */
  readonly maxBytes: number;

  /** Creates the error for one message. */
  constructor(
    messageName: string,
    byteLength: number,
    maxBytes: number,
    options?: ErrorOptions,
  ) {
    super(
      `Cannot encode ${messageName} of ${byteLength} bytes: ` +
        `at most ${maxBytes} are allowed; keep large data elsewhere and ` +
        "refer to it",
      options,
    );
    this.messageName = messageName;
    this.byteLength = byteLength;
    this.maxBytes = maxBytes;
  }
}

/** Reads and writes the bytes of one kind of flat message. */
export class MessageCodec<Desc extends DescMessage> {
  readonly #schema: Desc;
  readonly #messageName: string;
  readonly #wireTypes: ReadonlyMap<number, WireType>;

  constructor(schema: Desc, messageName: string) {
    this.#schema = schema;
    this.#messageName = messageName;
    this.#wireTypes = new Map(schema.fields.map((field) => [
      field.number,
      field.scalar === ScalarType.STRING || field.scalar === ScalarType.BYTES
        ? WireType.LengthDelimited
        : WireType.Varint,
    ]));
  }

  /** The fields we know, and the bytes of those we do not, in their order. */
  decode(
    bytes: Uint8Array,
    { maxBytes = DEFAULT_MAX_BYTES }: WireOptions,
  ): { message: MessageShape<Desc>; unknownFields: Uint8Array<ArrayBuffer> } {
    if (!(bytes instanceof Uint8Array)) {
      throw new TypeError(
        `Cannot decode ${this.#messageName}: it is not a Uint8Array; ` +
          "pass its bytes",
      );
    }
    if (bytes.length > maxBytes) {
      const detail = `at most ${maxBytes} are allowed`;
      throw this.#decodeError("too_large", bytes, detail);
    }
    try {
      const unknownFields = this.#unknownFields(bytes);
      const message = fromBinary(this.#schema, bytes, {
        readUnknownFields: false,
      });
      return { message, unknownFields };
    } catch (cause) {
      if (cause instanceof WireDecodeError) throw cause;
      const detail = "they are not this message in Protocol Buffers";
      throw this.#decodeError("malformed", bytes, detail, { cause });
    }
  }

  /** Known fields by number, then `unknownFields`. */
  encode(
    init: MessageInitShape<Desc>,
    unknownFields: Uint8Array | undefined = new Uint8Array(),
    { maxBytes = DEFAULT_MAX_BYTES }: WireOptions,
  ): Uint8Array<ArrayBuffer> {
    octets("unknownFields", unknownFields);
    const known = toBinary(this.#schema, create(this.#schema, init));
    const byteLength = known.length + unknownFields.length;
    if (byteLength > maxBytes) {
      throw new WireSizeError(this.#messageName, byteLength, maxBytes);
    }
    const bytes = new Uint8Array(byteLength);
    bytes.set(known);
    bytes.set(unknownFields, known.length);
    return bytes;
  }

  /**
   * The fields that this version does not know, as the bytes they are, because
   * signatures cover them. On the way it refuses a known field of another wire
   * type, which the library would read, and then take the middle of a text for
   * the next field.
   */
  #unknownFields(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
    const reader = new BinaryReader(bytes);
    const unknown: Uint8Array[] = [];
    // Neighbours are kept as one: there may be millions.
    let unknownFrom: number | undefined;
    const keep = (end: number): void => {
      if (unknownFrom !== undefined) {
        unknown.push(bytes.subarray(unknownFrom, end));
      }
      unknownFrom = undefined;
    };
    while (reader.pos < reader.len) {
      const start = reader.pos;
      const [number, wireType] = reader.tag();
      reader.skip(wireType, number);
      const expected = this.#wireTypes.get(number);
      if (expected === undefined) {
        unknownFrom ??= start;
        continue;
      }
      keep(start);
      if (expected !== wireType) {
        const detail = `field ${number} has wire type ${wireType}, ` +
          `not ${expected}`;
        throw this.#decodeError("malformed", bytes, detail);
      }
    }
    keep(bytes.length);
    return concatenate(unknown);
  }

  #decodeError(
    reason: "malformed" | "too_large",
    bytes: Uint8Array,
    detail: string,
    options?: ErrorOptions,
  ): WireDecodeError {
    const { length } = bytes;
    const name = this.#messageName;
    return new WireDecodeError(name, reason, length, detail, options);
  }
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}
