import { ToolError } from "../errors.ts";

/** One shared secret and the name under which verifiers know it. */
export interface SigningKey {
  /** The name, which travels with each signature. */
  readonly id: string;
  /** The secret: at least one byte, better 32 random ones. */
  readonly secret: Uint8Array;
}

/**
 * Thrown for a keyring that cannot be used; quotes no part of its text.
 *
 * @example Read a line that is no key
 * ```ts
 * import { assertEquals, assertThrows } from "@std/assert";
 * import { Keyring, KeyringError } from "@beam/tools/wire";
 *
 * const error = assertThrows(() => Keyring.parse("no key"), KeyringError);
 *
 * assertEquals(error.line, 1);
 * ```
 */
export class KeyringError extends ToolError {
  /** Stable: logs, and other copies of this package, match on it. */
  override readonly name = "KeyringError";
  /** The line at fault, counted from 1; 0 when it is no single line. */
  readonly line: number;

  /** Creates the error; neither text may quote what could be a secret. */
  constructor(
    line: number,
    problem: string,
    wayOut: string,
    options?: ErrorOptions,
  ) {
    const where = line > 0 ? ` at line ${line}` : "";
    super(`Cannot read keyring${where}: ${problem}; ${wayOut}`, options);
    this.line = line;
  }
}

/**
 * The keys whose signatures are accepted, by id. Two keys at once are a
 * rotation: verifiers get the new one first, then signers. Printing a keyring
 * shows no secret.
 *
 * @example Two keys while one replaces the other
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { Keyring } from "@beam/tools/wire";
 *
 * const keyring = new Keyring([
 *   { id: "2026-q1", secret: crypto.getRandomValues(new Uint8Array(32)) },
 *   { id: "2026-q2", secret: crypto.getRandomValues(new Uint8Array(32)) },
 * ]);
 *
 * assertEquals(keyring.ids, ["2026-q1", "2026-q2"]);
 * ```
 */
export class Keyring {
  readonly #keys = new Map<string, SigningKey>();

  /**
   * Holds copies of the keys.
   *
   * @throws {KeyringError} If an id or a secret is empty, or an id comes twice.
   */
  constructor(keys: Iterable<SigningKey>) {
    for (const { id, secret } of keys) {
      this.#add({ id, secret: new Uint8Array(secret) }, 0);
    }
  }

  /** The ids, in the order in which they were given. */
  get ids(): string[] {
    return [...this.#keys.keys()];
  }

  /** A copy of the key of one id, with its secret: do not log it. */
  get(id: string): SigningKey | undefined {
    const key = this.#keys.get(id);
    return key && { id, secret: new Uint8Array(key.secret) };
  }

  /**
   * Reads the text form: one `key_id=base64` a line; blank lines and lines that
   * start with `#` are skipped, and so is space around an id or a secret.
   *
   * @throws {KeyringError} If a line is anything else, an id or a secret is
   * empty, an id comes twice, or there is no key at all.
   *
   * @example A keyring from text
   * ```ts
   * import { assertEquals } from "@std/assert";
   * import { Keyring } from "@beam/tools/wire";
   *
   * const keyring = Keyring.parse("# since January\nk1=AAECAwQFBgc=\n");
   *
   * assertEquals(keyring.ids, ["k1"]);
   * ```
   */
  static parse(text: string): Keyring {
    const keyring = new Keyring([]);
    for (const [index, raw] of text.split("\n").entries()) {
      const line = raw.trim();
      if (line === "" || line.startsWith("#")) continue;
      keyring.#add(parseLine(line, index + 1), index + 1);
    }
    if (keyring.#keys.size === 0) {
      throw new KeyringError(0, "it has no key", "write key_id=base64 lines");
    }
    return keyring;
  }

  #add(key: SigningKey, line: number): void {
    if (key.id === "" || key.secret.length === 0) {
      throw new KeyringError(
        line,
        "an id or a secret is empty",
        "give each key both",
      );
    }
    if (this.#keys.has(key.id)) {
      throw new KeyringError(
        line,
        "an earlier key has the same id",
        "give each key an id of its own",
      );
    }
    this.#keys.set(key.id, key);
  }
}

function parseLine(line: string, number: number): SigningKey {
  const split = line.indexOf("=");
  if (split < 0) {
    throw new KeyringError(number, 'it has no "="', "write key_id=base64");
  }
  const id = line.slice(0, split).trim();
  const base64 = line.slice(split + 1).trim();
  let secret: Uint8Array;
  try {
    secret = Uint8Array.fromBase64(base64, { lastChunkHandling: "strict" });
  } catch {
    // The cause is left out: it may quote the text.
    throw new KeyringError(
      number,
      "its secret is not base64",
      "encode the bytes with the standard alphabet, padded",
    );
  }
  return { id, secret };
}

/** Where {@linkcode keyringFrom} reads; each is needed only for its own kind of reference. */
export interface KeyringSources {
  /** Reads an environment variable, such as `(name) => Deno.env.get(name)`. */
  readonly readEnv?: ((name: string) => string | undefined) | undefined;
  /** Reads a text file, such as `(path) => Deno.readTextFile(path)`. */
  readonly readFile?:
    | ((path: string) => string | Promise<string>)
    | undefined;
}

/**
 * Loads the keyring that a setting refers to, so that settings hold no secrets.
 *
 * @param reference `env:NAME` or `file:path`; the text there is what
 * {@linkcode Keyring.parse} reads. Errors quote neither text.
 * @param sources What may be read.
 * @returns The keyring.
 * @throws {KeyringError} If the reference is of another form, nothing can be
 * read there, or it is no keyring.
 * @throws {TypeError} If the source that the reference needs was not given.
 *
 * @example A keyring from the environment
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { keyringFrom } from "@beam/tools/wire";
 *
 * const environment = new Map([["INTENT_KEYS", "k1=AAECAwQFBgc="]]);
 *
 * const keyring = await keyringFrom("env:INTENT_KEYS", {
 *   readEnv: (name) => environment.get(name),
 * });
 *
 * assertEquals(keyring.ids, ["k1"]);
 * ```
 */
export async function keyringFrom(
  reference: string,
  sources: KeyringSources,
): Promise<Keyring> {
  if (reference.startsWith("env:")) {
    return Keyring.parse(fromEnvironment(reference.slice(4), sources));
  }
  if (reference.startsWith("file:")) {
    return Keyring.parse(await fromFile(reference.slice(5), sources));
  }
  throw new KeyringError(
    0,
    "its reference has no known prefix",
    "write env:NAME or file:path, never the keys themselves",
  );
}

function fromEnvironment(name: string, { readEnv }: KeyringSources): string {
  if (!readEnv) throw missingSource("env", "readEnv");
  let text: string | undefined;
  try {
    text = readEnv(name);
  } catch {
    // The cause is left out: it may quote a secret that was given as a name.
    throw new KeyringError(
      0,
      "the environment variable that its reference names cannot be read",
      "check the name, and that reading it is permitted",
    );
  }
  if (text !== undefined) return text;
  throw new KeyringError(
    0,
    "the environment variable that its reference names is not set",
    "set it, or correct the reference",
  );
}

async function fromFile(
  path: string,
  { readFile }: KeyringSources,
): Promise<string> {
  if (!readFile) throw missingSource("file", "readFile");
  try {
    return await readFile(path);
  } catch {
    // The cause is left out: it may quote a secret that was given as a path.
    throw new KeyringError(
      0,
      "the file that its reference names cannot be read",
      "check that it exists and that reading it is permitted",
    );
  }
}

function missingSource(prefix: string, option: string): TypeError {
  return new TypeError(
    `Cannot read keyring from an ${prefix}: reference without ` +
      `${option}; pass it`,
  );
}
