import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
// The examples are no part of the package, so they are imported by their files.
import { callText, outcomeText, painter } from "../examples/demo_output.ts";
import { Desk, OPENING, type Ticket } from "../examples/desk.ts";
import { type Outcome, readCalls, replay } from "../examples/replay.ts";
import { tally } from "../examples/tally.ts";
import { openTicketDesk } from "../examples/ticket_desk.ts";
import { DeskFolder } from "./demo/desk_folder.ts";
import {
  DEMO,
  lastLine,
  runDemo,
  runLines,
  runOwnRecording,
} from "./demo/run.ts";

/** Function documents and recorded calls of a ticket desk, beside some checkouts and never part of one. */
const RECORDED = new URL("../../shared/data/bfcl/", import.meta.url);
const FUNCTIONS = new URL("ticket_functions.json", RECORDED);
const CALLS = new URL("ticket_calls.jsonl", RECORDED);

const TICKET: Ticket = {
  id: 7,
  title: "Printer",
  description: "",
  priority: 3,
  status: "Open",
  resolution: "",
  createdBy: "ada",
};

function exists(file: URL): boolean {
  try {
    return Deno.statSync(file).isFile;
  } catch {
    return false;
  }
}

/** Replays one call at a desk with one ticket, number 7. */
async function replayOne(name: string, args: unknown): Promise<Outcome> {
  const state = { tickets: [TICKET], user: "ada", ledger: [] };
  await using folder = await DeskFolder.open(state);
  const context = folder.activation();
  const outcome = await replay({ name, arguments: args }, context);
  const staged = context.commit().intents.map(({ intentId }) => intentId);
  assertEquals(staged, outcome.kind === "staged" ? [outcome.intentId] : []);
  assertEquals(await folder.desk.read(), state);
  return outcome;
}

Deno.test("DEMO-1.1 A read-only call runs inline", async () => {
  const ran: Outcome = { kind: "ran", result: TICKET };

  assertEquals(await replayOne("get_ticket", { ticket_id: 7 }), ran);
  assertEquals(await replayOne("get_ticket", { ticket_id: "7" }), ran);
  assertEquals(await replayOne("get_user_tickets", {}), {
    kind: "ran",
    result: [TICKET],
  });
  assertEquals(await replayOne("get_user_tickets", { status: "Closed" }), {
    kind: "ran",
    result: [],
  });
  assertEquals(await replayOne("ticket_get_login_status", {}), {
    kind: "ran",
    result: { logged_in: true, user: "ada" },
  });
});

Deno.test("DEMO-1.1 A read-only call runs inline: a tool that throws has failed", async () => {
  assertEquals(await replayOne("get_ticket", { ticket_id: 8 }), {
    kind: "failed",
    message: "There is no ticket 8",
  });
});

Deno.test("DEMO-1.2 A call with a side effect is staged", async () => {
  await using folder = await DeskFolder.open();
  const context = folder.activation();
  const { calls } = readCalls(
    await Deno.readTextFile(new URL("calls.jsonl", DEMO)),
  );

  const outcomes: Outcome[] = [];
  for (const call of calls) outcomes.push(await replay(call, context));
  const { intents } = context.commit();
  const { out } = await runOwnRecording();

  assertEquals(await folder.desk.read(), OPENING);
  assertEquals(intents.map(({ toolName }) => toolName), [
    "ticket_login",
    "create_ticket",
    "edit_ticket",
    "resolve_ticket",
    "close_ticket",
    "logout",
  ]);
  assertEquals(
    outcomes.flatMap((outcome) =>
      outcome.kind === "staged" ? [outcome.intentId] : []
    ),
    intents.map(({ intentId }) => intentId),
  );
  assertEquals(
    out.match(/(?<=as intent )\S+/g),
    intents.map(({ intentId }) => intentId),
  );
});

Deno.test("DEMO-1.3 A bad call shows the error a model would get", async () => {
  const calls: [name: string, args: unknown, part: string][] = [
    ["delete_ticket", { ticket_id: 7 }, "delete_ticket"],
    ["constructor", {}, "constructor"],
    ["get_ticket", {}, "ticket_id"],
    ["get_ticket", { tiket_id: 7 }, "tiket_id"],
    ["get_ticket", { ticket_id: "seven" }, "ticket_id"],
    ["get_ticket", { ticket_id: 7.5 }, "ticket_id"],
    ["get_ticket", null, "get_ticket"],
    ["get_ticket", [7], "get_ticket"],
    ["close_ticket", {}, "ticket_id"],
    ["close_ticket", { ticket_id: "ticket_001" }, "ticket_id"],
    ["create_ticket", { title: "Printer", priority: 6 }, "priority"],
  ];
  for (const [name, args, part] of calls) {
    const outcome = await replayOne(name, args);

    assertEquals(outcome.kind, "bad_call");
    if (outcome.kind === "bad_call") {
      assertStringIncludes(outcome.message, part);
    }
  }
});

Deno.test("DEMO-1.4 The last line counts what became of the calls", async () => {
  const { code, out, err } = await runOwnRecording();

  assertEquals(err, "");
  assertEquals(code, 0);
  assertEquals(
    lastLine(out),
    "15 calls: 4 ran inline, 6 staged, 6 carried out once each, 0 twice, " +
      "1 unknown, 4 bad, 1 failed",
  );
});

Deno.test("DEMO-1.4 The last line counts what became of the calls: what the desk refuses", async () => {
  const { code, out } = await runLines([
    '{"name": "close_ticket", "arguments": {"ticket_id": "ticket_001"}}',
    '{"name": "close_ticket", "arguments": {"ticket_id": "99"}}',
    "",
    '{"name": "logout"}',
  ]);

  assertEquals(code, 0);
  assertEquals(
    lastLine(out),
    "3 calls: 0 ran inline, 2 staged, 1 carried out once each, 0 twice, " +
      "0 unknown, 1 bad, 1 failed",
  );
});

Deno.test("DEMO-1.4 The last line counts what became of the calls: effects that happened twice", () => {
  const entry = { toolName: "logout", result: null, repeats: 0 };
  const ledger = ["a", "b", "a"].map((intentId) => ({ ...entry, intentId }));
  const staged: Outcome[] = ["a", "b", "c"].map((intentId) => ({
    kind: "staged",
    intentId,
  }));
  const status = { success: true, code: 0, signal: null };

  const counts = tally(staged, [
    { status, cutOff: undefined, published: [], ledger },
  ]);

  assertEquals([counts.staged, counts.once, counts.twice], [3, 1, 1]);
});

Deno.test({
  name: "DEMO-1.5 The recorded calls of a ticket desk are replayed",
  ignore: !exists(CALLS), // for a checkout without the recording beside it
  async fn() {
    const { code, out, err } = await runDemo(
      decodeURIComponent(CALLS.pathname),
    );

    assertEquals(err, "");
    assertEquals(code, 0);
    assertEquals(
      lastLine(out),
      "192 calls: 24 ran inline, 160 staged, 136 carried out once each, " +
        "0 twice, 0 unknown, 4 bad, 28 failed",
    );
  },
});

Deno.test({
  name: "DEMO-1.6 The desk has the recorded tools",
  ignore: !exists(FUNCTIONS), // for a checkout without the recording beside it
  async fn() {
    interface Schema {
      readonly type: string;
      readonly default?: unknown;
      readonly properties?: Readonly<Record<string, Schema>>;
      readonly required?: readonly string[];
    }
    /** What two schemas of one tool must share: not the words, nor a narrower range. */
    function shape(
      { type, default: fallback, properties, required }: Schema,
    ): unknown {
      return {
        type,
        fallback,
        required: [...required ?? []].sort(),
        properties: Object.entries(properties ?? {})
          .map(([name, schema]) => [name, shape(schema)]),
      };
    }
    const documents: { name: string; parameters: Schema }[] = JSON.parse(
      await Deno.readTextFile(FUNCTIONS),
    );
    const { registry } = openTicketDesk(new Desk("never read"));

    assertEquals(
      [...registry.names].sort(),
      documents.map(({ name }) => name).sort(),
    );
    for (const { name, parameters } of documents) {
      const schema = registry.get(name).schema.parameters as unknown as Schema;
      assertEquals(shape(schema), shape(parameters), name);
    }
  },
});

Deno.test("DEMO-2.1 A missing file is one line", async () => {
  const { code, out, err } = await runDemo("no_such_recording.jsonl");

  assertEquals(code, 1);
  assertEquals(out, "");
  assertMatch(err, /^Cannot replay "no_such_recording\.jsonl": .+\n$/);
});

Deno.test("DEMO-2.1 A missing file is one line: a folder is no file", async () => {
  const { code, out, err } = await runDemo(".");

  assertEquals(code, 1);
  assertEquals(out, "");
  assertMatch(err, /^Cannot replay "\.": .+\n$/);
});

Deno.test("DEMO-2.2 Broken lines are named and the others are replayed", async () => {
  const { code, out, err } = await runLines([
    '{"name": "ticket_get_login_status", "arguments": {}}',
    "{ not JSON",
    '{"name": 1}',
    "[]",
    "null",
    '{"name": "get_ticket", "arguments": {"ticket_id": 1}}\r',
  ]);

  assertEquals(code, 1);
  assertMatch(
    err,
    /^Cannot replay 4 lines of ".+": line 2 is not JSON, line 3 has no "name", line 4 has no "name", and 1 more; .+\n$/,
  );
  assertEquals(
    lastLine(out),
    "2 calls: 2 ran inline, 0 staged, 0 carried out once each, 0 twice, " +
      "0 unknown, 0 bad, 0 failed",
  );
});

Deno.test("DEMO-3.1 Colour only where it is wanted", async () => {
  const outcome: Outcome = { kind: "ran", result: 1 };

  const plain = outcomeText(0, "now {}", outcome, painter(false));
  const coloured = outcomeText(0, "now {}", outcome, painter(true));
  const { out } = await runOwnRecording();

  assertEquals(out.includes("\x1b"), false);
  assertEquals(plain.includes("\x1b"), false);
  assertStringIncludes(coloured, "\x1b[32mran");
});

Deno.test("DEMO-3.2 Nothing in a recording reaches the terminal as a command", async () => {
  const { code, out } = await runLines([
    JSON.stringify({
      name: "a\x1b[2J\x9b2J\u202e",
      arguments: { "\x07": "\x7f" },
    }),
    JSON.stringify({ name: "get_ticket", arguments: { "\x9b2J": "\x1b" } }),
  ]);

  assertEquals(code, 0);
  // deno-lint-ignore no-control-regex -- control characters are what is looked for
  assertEquals(out.match(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/), null);
  assertStringIncludes(out, "\\u001b[2J\\u009b2J\\u202e");
});

Deno.test("DEMO-3.3 Secret arguments are not shown", () => {
  const { shownArguments } = openTicketDesk(new Desk("never read"));
  const text = (args: unknown): string =>
    callText({ name: "ticket_login", arguments: args }, shownArguments);

  assertEquals(
    text({ username: "ada", password: "hush" }),
    'ticket_login {"username":"ada","password":"..."}',
  );
  assertEquals(text({ pasword: "hush" }), 'ticket_login {"pasword":"..."}');
  assertEquals(text("hush"), 'ticket_login "..."');
});
