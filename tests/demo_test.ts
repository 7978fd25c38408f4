import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
// The examples are no part of the package, so they are imported by their files.
import { callText, outcomeText, painter } from "../examples/demo_output.ts";
import { type Outcome, readCalls, replay } from "../examples/replay.ts";
import { openTicketDesk, type Ticket } from "../examples/ticket_desk.ts";

const DEMO = new URL("../examples/demo.ts", import.meta.url);

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

interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the demo as a user does, with the one right that it needs. */
async function runDemo(...args: string[]): Promise<Run> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-prompt", "--allow-read", DEMO.href, ...args],
  }).output();
  const decoder = new TextDecoder();
  return { code, out: decoder.decode(stdout), err: decoder.decode(stderr) };
}

/** Runs the demo on a file of these lines. */
async function runLines(lines: readonly string[]): Promise<Run> {
  const file = await Deno.makeTempFile({ suffix: ".jsonl" });
  try {
    await Deno.writeTextFile(file, lines.join("\n"));
    return await runDemo(file);
  } finally {
    await Deno.remove(file);
  }
}

function lastLine(text: string): string | undefined {
  return text.trimEnd().split("\n").at(-1);
}

/** Replays one call at a desk with one ticket, number 7. */
function replayOne(name: string, args: unknown): Promise<Outcome> {
  const { registry } = openTicketDesk({ tickets: [TICKET], user: "ada" });
  return replay({ name, arguments: args }, registry);
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

Deno.test("DEMO-1.2 A call with a side effect is refused and listed", async () => {
  const desk = openTicketDesk({ tickets: [TICKET], user: "ada" });
  const { calls } = readCalls(
    await Deno.readTextFile(new URL("calls.jsonl", DEMO)),
  );
  const effects = calls.filter(({ name }) =>
    desk.registry.has(name) && desk.registry.get(name).sideEffect
  );

  for (const call of effects) {
    assertEquals((await replay(call, desk.registry)).kind, "refused");
  }
  const { out } = await runDemo();

  assertEquals(desk.tickets(), [TICKET]);
  assertEquals(desk.user(), "ada");
  assertEquals(new Set(effects.map(({ name }) => name)).size, 6);
  const listed = out.split("\n\n").find((part) => part.startsWith("For an"));
  assertEquals(
    listed?.match(/(?<=^ *\d+ )\w+/gm),
    effects.map(({ name }) => name),
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
  const { code, out, err } = await runDemo();

  assertEquals(err, "");
  assertEquals(code, 0);
  assertEquals(
    lastLine(out),
    "15 calls: 4 ran inline, 6 left to an effector, 4 bad, 1 failed",
  );
});

Deno.test("DEMO-1.4 The last line counts what became of the calls: arguments that do not fit", async () => {
  const { code, out } = await runLines([
    '{"name": "close_ticket", "arguments": {"ticket_id": "ticket_001"}}',
    "",
    '{"name": "logout"}',
  ]);

  assertEquals(code, 0);
  assertEquals(
    lastLine(out),
    "2 calls: 0 ran inline, 2 left to an effector " +
      "(1 with arguments that do not fit), 0 bad, 0 failed",
  );
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
      "192 calls: 24 ran inline, 164 left to an effector " +
        "(4 with arguments that do not fit), 0 bad, 4 failed",
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
    const { registry } = openTicketDesk();

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
    "2 calls: 2 ran inline, 0 left to an effector, 0 bad, 0 failed",
  );
});

Deno.test("DEMO-3.1 Colour only where it is wanted", async () => {
  const outcome: Outcome = { kind: "ran", result: 1 };

  const plain = outcomeText(0, "now {}", outcome, { paint: painter(false) });
  const coloured = outcomeText(0, "now {}", outcome, { paint: painter(true) });
  const { out } = await runDemo();

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
  const { shownArguments } = openTicketDesk();
  const text = (args: unknown): string =>
    callText({ name: "ticket_login", arguments: args }, shownArguments);

  assertEquals(
    text({ username: "ada", password: "hush" }),
    'ticket_login {"username":"ada","password":"..."}',
  );
  assertEquals(text({ pasword: "hush" }), 'ticket_login {"pasword":"..."}');
  assertEquals(text("hush"), 'ticket_login "..."');
});
