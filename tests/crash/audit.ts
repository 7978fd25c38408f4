/**
 * Looks at what a run left behind, from outside: at the effects, at what was
 * published and acknowledged, and at what the store answers to one more delivery.
 */
import { type AnyTool, tool, ToolRegistry } from "@beam/tools";
import { decodeResult, Effector } from "@beam/tools/effector";
import { DenoKvStore } from "@beam/tools/stores/deno-kv";
import { POLICIES } from "./policies.ts";
import type { Run } from "./run.ts";
import type { Staged } from "./staged.ts";

/** What became of one intent. */
export interface Finding {
  readonly staged: Staged;
  /** The processes in which its effect happened, one for each time. */
  readonly effects: readonly string[];
  /** What was published first: `ok`, or a stable code. */
  readonly outcome: string;
}

/** What was found, and each broken promise in a line. */
export interface Audit {
  readonly findings: readonly Finding[];
  readonly broken: readonly string[];
  /** Acknowledged with `ok`, and without an effect. */
  readonly wronglyOk: number;
}

/** Checks all that was staged, once no worker is left. */
export async function audit(
  run: Run,
  intents: readonly Staged[],
): Promise<Audit> {
  const trail = readTrail(run);
  const broken: string[] = [];
  let wronglyOk = 0;
  const answers = await redeliver(run, intents);
  const findings = intents.map((staged): Finding => {
    const { intentId } = staged.intent;
    const effects = trail.effects.get(intentId) ?? [];
    const published = trail.published.get(intentId) ?? [];
    const outcome = outcomeOf(published[0]);
    const finding = { staged, effects, outcome };
    const say = (problem: string): void =>
      void broken.push(`${staged.policy} ${intentId}: ${problem}`);
    if (!trail.acknowledged.has(intentId)) say("was never acknowledged");
    if (trail.tooEarly.has(intentId)) {
      say("was acknowledged before it was published");
    }
    if (new Set(published).size > 1) say("has more than one outcome");
    if (answers.get(intentId) !== published[0]) {
      say("has another outcome in the store than was published");
    }
    if (outcome === "ok" && effects.length === 0) {
      wronglyOk++;
      say("is ok and never happened");
    }
    for (const problem of brokenPolicy(finding, run)) say(problem);
    return finding;
  });
  return { findings, broken, wronglyOk };
}

function outcomeOf(published: string | undefined): string {
  if (published === undefined) return "nothing";
  const result = decodeResult(Uint8Array.fromBase64(published));
  return result.status === "ok" ? "ok" : result.errorMessage.split(":")[0]!;
}

/** What the author's choice for a crash rules out. */
function* brokenPolicy(finding: Finding, run: Run): Iterable<string> {
  const { staged: { policy, intent }, effects, outcome } = finding;
  const { intentId } = intent;
  const cutOff = run.workers.filter(({ holding, lost }) =>
    holding.has(intentId) || lost.has(intentId)
  );
  const isUnknown = policy === "unknown" && outcome === "effect_unknown";
  if (outcome !== "ok" && !isUnknown) yield `ended as ${outcome}`;
  if (isUnknown && cutOff.length === 0) {
    yield "is reported unknown, and nothing cut it off";
  }
  const pids = cutOff.map(({ pid }) => String(pid));
  const whole = effects.filter((pid) => !pids.includes(pid));
  // Asking first cannot help against a call that goes on without its claim.
  const mayRepeat = policy === "retry" ||
    policy === "reconcile" &&
      run.workers.some(({ lost }) => lost.has(intentId));
  if (effects.length > 1 && !mayRepeat) {
    yield `happened ${effects.length} times`;
  }
  if (whole.length > 1) yield "happened again without having been cut off";
  for (const { pid, lost } of run.workers) {
    const own = effects.filter((effect) => effect === String(pid));
    if (own.length > 1 && !lost.has(intentId)) {
      yield "happened again in the same worker";
    }
  }
}

/** The entities whose effects did not happen in the order of their intents, a line each. */
export function brokenOrder(
  run: Run,
  intents: readonly Staged[],
): readonly string[] {
  const byId = new Map(
    intents.map((staged) => [staged.intent.intentId, staged]),
  );
  const latest = new Map<string, bigint>();
  return run.ledger.lines().flatMap(([intentId = ""]) => {
    const { entityKey, seq } = byId.get(intentId)!.intent;
    // A call that goes on without its claim may have its effect at any time.
    if (run.workers.some(({ lost }) => lost.has(intentId))) return [];
    const entity = entityKey.toHex();
    const before = latest.get(entity) ?? 0n;
    if (seq >= before) latest.set(entity, seq);
    return seq < before ? [`${intentId}: ${seq} happened after ${before}`] : [];
  });
}

interface Trail {
  readonly effects: Map<string, string[]>;
  readonly published: Map<string, string[]>;
  readonly acknowledged: Set<string>;
  /** Acknowledged while nothing was published. */
  readonly tooEarly: Set<string>;
}

function readTrail(run: Run): Trail {
  const effects = Map.groupBy(run.ledger.lines(), ([id]) => id!);
  const published = new Map<string, string[]>();
  const acknowledged = new Set<string>();
  const tooEarly = new Set<string>();
  for (const [word, id = "", bytes = ""] of run.journal.lines()) {
    if (word === "ack") {
      acknowledged.add(id);
      if (!published.has(id)) tooEarly.add(id);
    } else published.set(id, [...published.get(id) ?? [], bytes]);
  }
  return {
    effects: new Map(
      [...effects].map(([id, lines]) => [id, lines.map(([, pid]) => pid!)]),
    ),
    published,
    acknowledged,
    tooEarly,
  };
}

/** What the store answers with, in base64; nothing where it has no outcome. */
async function redeliver(
  run: Run,
  intents: readonly Staged[],
): Promise<ReadonlyMap<string, string>> {
  const kv = await run.openKv();
  try {
    const effector = new Effector({
      registry: new ToolRegistry(POLICIES.map(neverCalled)),
      store: new DenoKvStore(kv),
      publish: () => {},
      signatures: "off",
    });
    const answers = new Map<string, string>();
    for (const { intent } of intents) {
      const delivery = await effector.execute(intent);
      // Only what was stored before is a repetition.
      if (delivery.kind === "ack" && delivery.repeated && delivery.bytes) {
        answers.set(intent.intentId, delivery.bytes.toBase64());
      }
    }
    return answers;
  } finally {
    kv.close();
  }
}

function neverCalled(name: string): AnyTool {
  return tool({ name, sideEffect: true, parameters: {} }, () => {
    throw new Error("it was not stored");
  });
}
