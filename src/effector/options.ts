import type { ToolIntent } from "../intent.ts";
import { Keyring } from "../wire/keyring.ts";
import { ToolRegistry } from "../registry.ts";
import type { ToolResult } from "../wire/codec.ts";
import type { SignatureMode } from "./admission.ts";
import type { DeadLetterReason } from "./delivery.ts";
import type { EffectorEvent } from "./events.ts";
import {
  type EffectorClock,
  MAX_TIMER_MS,
  SYSTEM_CLOCK,
  wholeMilliseconds,
} from "./clock.ts";
import type { EffectorRetryOptions, RetrySettings } from "./retry.ts";
import type { DedupStore } from "./store.ts";
import type { Redact } from "./tool_call.ts";
import type { EffectorTracer } from "./tracer.ts";

/** What goes to the dead letters beside the bytes. */
export interface DeadLetter {
  /** Why they cannot be carried out. */
  readonly reason: DeadLetterReason;
  /** The same in words. */
  readonly detail: string;
}

/** What an {@linkcode Effector} is made of. */
export interface EffectorOptions {
  /** The tools it may call; read-only ones are refused. */
  readonly registry: ToolRegistry;
  /** Where effectors agree; all workers have to share one. */
  readonly store: DedupStore;
  /**
   * Hands an outcome back to the pipeline, under the result's `entityKey`. It
   * has to be durable when it resolves, and may be given the same bytes twice.
   */
  readonly publish: (
    result: ToolResult,
    bytes: Uint8Array<ArrayBuffer>,
  ) => void | Promise<void>;
  /** Hands a question on to a person; without it, approvals are rejected. The same one may come twice. */
  readonly requestApproval?:
    | ((intent: ToolIntent) => void | Promise<void>)
    | undefined;
  /**
   * Puts bytes aside that can never be carried out. Only {@linkcode Effector.handle}
   * calls it; without it, and with the other ways in, that is left to the caller.
   */
  readonly deadLetter?:
    | ((bytes: Uint8Array, letter: DeadLetter) => void | Promise<void>)
    | undefined;
  /** Which intents are believed; `"require"` unless set. */
  readonly signatures?: SignatureMode | undefined;
  /** The keys that are accepted; needed unless signatures are off. */
  readonly keyring?: Keyring | undefined;
  /** Whether an id has to be derived from key, seq and step; `true` unless set. */
  readonly checkIds?: boolean | undefined;
  /** Most bytes of one intent; 4 MiB unless set, which is what `act` stages at most. */
  readonly maxIntentBytes?: number | undefined;
  /** The longest wait for one call of a tool, or of its `onCrash` function, in milliseconds; 60,000 unless set. */
  readonly timeoutMs?: number | undefined;
  /**
   * How long a claim keeps other workers out, in milliseconds; 300,000 unless
   * set. It is renewed after each third of it while a tool runs. The shorter it
   * is, the sooner another worker takes over from one that died; it has to be
   * more than twice the largest difference between two workers' clocks.
   */
  readonly leaseMs?: number | undefined;
  /**
   * How long an outcome answers later deliveries, in milliseconds; 24 hours
   * unless set, and never less than the intent itself is live.
   */
  readonly resultTtlMs?: number | undefined;
  /** How many intents are worked on at once; 8 unless set. */
  readonly maxConcurrent?: number | undefined;
  /** How a store, a sink or an `onCrash` function that fails is tried again. */
  readonly retry?: EffectorRetryOptions | undefined;
  /** Takes secrets out of what a tool threw, before it is stored and published; nothing unless set. */
  readonly redact?: Redact | undefined;
  /** Told of everything that is counted. What it throws is ignored. */
  readonly onEvent?: ((event: EffectorEvent) => void) | undefined;
  /** Wraps deliveries and calls, for tracing. */
  readonly tracer?: EffectorTracer | undefined;
  /** The machine's own clock unless set. */
  readonly clock?: EffectorClock | undefined;
}

/** The options with their defaults. */
export interface EffectorSettings {
  readonly signatures: SignatureMode;
  readonly keyring: Keyring;
  readonly checkIds: boolean;
  readonly maxIntentBytes: number;
  readonly timeoutMs: number;
  readonly leaseMs: number;
  readonly resultTtlMs: number;
  readonly maxConcurrent: number;
  readonly retry: RetrySettings;
  readonly redact: Redact;
  readonly clock: EffectorClock;
}

/** Highest `resultTtlMs`: a year. */
const MAX_MS = 366 * 86_400_000;

/**
 * Fills in the defaults.
 *
 * @throws {TypeError} If a part is missing or an option does not exist, or if signatures are asked for and there is no key.
 * @throws {RangeError} If a number is out of its range.
 */
export function settingsOf(options: EffectorOptions): EffectorSettings {
  const { signatures = "require", keyring, retry = {} } = options;
  requireParts(options);
  if (signatures !== "off" && !keyring?.ids.length) {
    throw new TypeError(
      "Cannot create an effector without a key in its keyring: whoever reaches it could " +
        'forge intents; pass keyring, or signatures: "off" where only trusted ' +
        "writers reach it",
    );
  }
  const { tries = 5, firstDelayMs = 100, maxDelayMs = 5_000 } = retry;
  const { tryTimeoutMs = 30_000 } = retry;
  const {
    maxIntentBytes = 4_194_304,
    timeoutMs = 60_000,
    leaseMs = 300_000,
    resultTtlMs = 86_400_000,
    maxConcurrent = 8,
  } = options;
  requireWhole("maxIntentBytes", maxIntentBytes, 1, 2 ** 31);
  requireWhole("leaseMs", leaseMs, 1, MAX_TIMER_MS);
  requireWhole("resultTtlMs", resultTtlMs, 1, MAX_MS);
  requireWhole("maxConcurrent", maxConcurrent, 1, 65_536);
  requireWhole("retry.tries", tries, 1, 1_000);
  requireWhole("retry.firstDelayMs", firstDelayMs, 0, MAX_TIMER_MS);
  requireWhole("retry.maxDelayMs", maxDelayMs, 0, MAX_TIMER_MS);
  requireWhole("retry.tryTimeoutMs", tryTimeoutMs, 1, MAX_TIMER_MS);
  return {
    signatures,
    keyring: keyring ?? new Keyring([]),
    checkIds: options.checkIds ?? true,
    maxIntentBytes,
    timeoutMs,
    leaseMs,
    resultTtlMs,
    maxConcurrent,
    retry: { tries, firstDelayMs, maxDelayMs, tryTimeoutMs },
    redact: options.redact ?? ((message) => message),
    clock: wholeMilliseconds(options.clock ?? SYSTEM_CLOCK),
  };
}

/** A record, not a set: it does not compile while an option is missing. */
const KNOWN_OPTIONS: Readonly<Record<keyof EffectorOptions, true>> = {
  registry: true,
  store: true,
  publish: true,
  requestApproval: true,
  deadLetter: true,
  signatures: true,
  keyring: true,
  checkIds: true,
  maxIntentBytes: true,
  timeoutMs: true,
  leaseMs: true,
  resultTtlMs: true,
  maxConcurrent: true,
  retry: true,
  redact: true,
  onEvent: true,
  tracer: true,
  clock: true,
};

const KNOWN_RETRY_OPTIONS: Readonly<Record<keyof EffectorRetryOptions, true>> =
  {
    tries: true,
    firstDelayMs: true,
    maxDelayMs: true,
    tryTimeoutMs: true,
  };

/** Options that are functions where they are set. */
const FUNCTIONS = [
  "requestApproval",
  "deadLetter",
  "redact",
  "onEvent",
] as const;

/** Refuses at once what callers without types would only find out with the first intent. */
function requireParts(options: EffectorOptions): void {
  const problem = firstProblem(options);
  if (problem === undefined) return;
  throw new TypeError(
    `Cannot create an effector: ${problem}; see EffectorOptions`,
  );
}

function firstProblem(options: EffectorOptions): string | undefined {
  const { registry, store, publish, keyring, signatures } = options;
  const { retry, tracer, clock } = options;
  if (!(registry instanceof ToolRegistry)) return "registry is no ToolRegistry";
  if (!isFunction(store?.claim)) return "store is no DedupStore";
  if (!isFunction(publish)) return "publish is no function";
  if (keyring && !(keyring instanceof Keyring)) return "keyring is no Keyring";
  for (const name of FUNCTIONS) {
    if (options[name] !== undefined && !isFunction(options[name])) {
      return `${name} is no function`;
    }
  }
  if (![undefined, "require", "permissive", "off"].includes(signatures)) {
    return 'signatures is none of "require", "permissive" and "off"';
  }
  if (tracer && !(isFunction(tracer.delivery) && isFunction(tracer.call))) {
    return "tracer is no EffectorTracer";
  }
  if (clock && !(isFunction(clock.now) && isFunction(clock.sleep))) {
    return "clock is no EffectorClock";
  }
  const unknown =
    Object.keys(options).find((key) => !Object.hasOwn(KNOWN_OPTIONS, key)) ??
      Object.keys(retry ?? {}).find((key) =>
        !Object.hasOwn(KNOWN_RETRY_OPTIONS, key)
      );
  return unknown && `there is no option ${JSON.stringify(unknown)}`;
}

function isFunction(value: unknown): boolean {
  return typeof value === "function";
}

function requireWhole(
  name: string,
  value: number,
  lowest: number,
  highest: number,
): void {
  if (Number.isInteger(value) && value >= lowest && value <= highest) return;
  throw new RangeError(
    `Cannot create an effector: ${name} is ${value}; ` +
      `give a whole number from ${lowest} to ${highest}`,
  );
}
