import { ActivationContext, type ToolIntent } from "@beam/tools";
import {
  type DecodedResult,
  decodeResult,
  encodeIntent,
} from "@beam/tools/effector";
import { Desk, type DeskState, OPENING } from "../../examples/desk.ts";
import { readRecords, writeRecords } from "../../examples/record_file.ts";
import { readCalls, replay } from "../../examples/replay.ts";
import { openTicketDesk } from "../../examples/ticket_desk.ts";

const CALLS = new URL("../../examples/calls.jsonl", import.meta.url);

/** A folder as the demo hands it to its effector, with a desk of its own. */
export class DeskFolder implements AsyncDisposable {
  readonly path: string;
  readonly desk: Desk;

  private constructor(path: string) {
    this.path = path;
    this.desk = new Desk(`${path}/desk.json`);
  }

  static async open(state: DeskState = OPENING): Promise<DeskFolder> {
    const folder = new DeskFolder(await Deno.makeTempDir());
    await folder.desk.write(state);
    return folder;
  }

  /** An activation with the tools of the desk. */
  activation(): ActivationContext {
    const { registry } = openTicketDesk(this.desk);
    return new ActivationContext({
      entityKey: "ada",
      seq: 1,
      registry,
      nowMs: Date.now(),
    });
  }

  /** Puts the side effects of the demo's own recording into the outbox. */
  async stage(): Promise<readonly ToolIntent[]> {
    const context = this.activation();
    const { calls } = readCalls(await Deno.readTextFile(CALLS));
    for (const call of calls) await replay(call, context);
    const { intents } = context.commit();
    const records = intents.map((intent) => encodeIntent(intent));
    await writeRecords(`${this.path}/outbox`, records);
    return intents;
  }

  /** What effectors have published, in order. */
  async results(): Promise<DecodedResult[]> {
    const records = await readRecords(`${this.path}/results`);
    return records.map((bytes) => decodeResult(bytes));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.path, { recursive: true });
  }
}
