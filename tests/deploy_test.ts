/** The agent and the effector of `examples/deploy/` as real processes that talk over HTTP. */
import {
  assertEquals,
  assertNotEquals,
  assertStringIncludes,
} from "@std/assert";
import { startProcess } from "./fixtures/process.ts";
import { startLossyProxy } from "./deploy/lossy_proxy.ts";
import { poll } from "./deploy/poll.ts";
import { mail, refund, Site, startSite } from "./deploy/site.ts";

const START = import.meta.resolve("../examples/deploy/start.ts");
/** Longer than any test: for a call that is never answered. */
const NEVER = { OUTSIDE_REPLY_MS: "600000" };

Deno.test("DEPLOY-1.1 An activation comes through to its results", async () => {
  await using site = await startSite({}, ["--unstable-cron"]);
  const { status, storeId } = await site.health("effector");
  const stranger = await site.ask("effector", "/ledger", {}, "stranger");
  await stranger.body?.cancel();
  const find = { name: "find_order", arguments: { order_id: "o-1" } };
  const calls = [find, refund(500), mail("It is on its way.")];

  const outputs = await site.run("ada", ...calls);
  const intents = await site.settled("ada");
  // As after a lost answer.
  await site.run("ada", ...calls);

  assertEquals(outputs, [{ customer: "ada@example.com", cents: 1_200 }]);
  assertEquals(
    intents.map(({ toolName, state, status }) => [toolName, state, status]),
    [["refund", "settled", "ok"], ["send_mail", "settled", "ok"]],
  );
  assertEquals(await site.settled("ada"), intents);
  assertEquals(await site.effects(), { refunds: 1, mails: 1 });
  assertEquals(stranger.status, 401);
  assertEquals([status, typeof storeId], ["ok", "string"]);
  assertEquals(
    await site.health("agent"),
    { status: "ok", waiting: 0, dead: 0 },
  );
});

Deno.test("DEPLOY-1.2 An intent that is delivered twice has one effect", async () => {
  await using proxy = startLossyProxy(1);
  await using site = await startSite({ agent: { EFFECTOR_URL: proxy.url } });
  proxy.target = site.url("effector");

  await site.run("ada", mail("Once."));
  await poll(
    "an empty outbox",
    async () => (await site.health("agent")).waiting === 0,
  );

  const [first, second, ...others] = proxy.delivered;
  assertEquals(second, first);
  assertEquals(others, []);
  const [intent] = await site.intents("ada");
  assertEquals([intent?.state, intent?.status], ["settled", "ok"]);
  assertEquals(await site.effects(), { refunds: 0, mails: 1 });
});

Deno.test("DEPLOY-1.3 An effector that is killed in mid-call repeats no effect", async () => {
  await using site = await startSite({ effector: NEVER });
  await site.run("ada", mail("Once."));
  await site.run("bob", refund(100));
  await poll("both effects", async () => {
    const { refunds, mails } = await site.effects();
    return refunds + mails === 2;
  });

  await site.kill("effector");
  await site.start("effector");
  const [unknown] = await site.settled("ada");
  const [retried] = await site.settled("bob");

  assertEquals([unknown?.toolName, unknown?.status], ["send_mail", "error"]);
  assertStringIncludes(unknown?.errorMessage ?? "", "effect_unknown");
  assertEquals([retried?.toolName, retried?.status], ["refund", "ok"]);
  assertEquals(await site.effects(), { refunds: 1, mails: 1 });
});

Deno.test("DEPLOY-1.4 What is staged while the effector is down is sent later", async () => {
  await using site = new Site();
  await site.start("agent");

  await site.run("ada", refund(100), mail("Later."));
  const before = await site.intents("ada");
  const { waiting } = await site.health("agent");
  // Not even an agent that dies in the meantime forgets it.
  await site.kill("agent");
  await Promise.all([site.start("agent"), site.start("effector")]);
  const after = await site.settled("ada");

  assertEquals(waiting, 2);
  assertEquals(before.map(({ state }) => state), ["waiting", "waiting"]);
  assertEquals(after.map(({ status }) => status), ["ok", "ok"]);
  assertEquals(await site.effects(), { refunds: 1, mails: 1 });
});

Deno.test("DEPLOY-1.5 What the effector does not believe is set aside", async () => {
  const other = new Uint8Array(32).fill(2).toBase64();
  await using site = await startSite({
    agent: { INTENT_KEYS: `k1=${other}` },
  });

  await site.run("ada", refund(100), mail("Never."));
  const intents = await site.settled("ada");

  assertEquals(
    intents.map(({ state, reason }) => [state, reason]),
    [["refused", "bad_signature"], ["refused", "bad_signature"]],
  );
  assertEquals(
    await site.health("agent"),
    { status: "ok", waiting: 0, dead: 2 },
  );
  assertEquals(await site.effects(), { refunds: 0, mails: 0 });
});

Deno.test("DEPLOY-1.6 The agent serves no stranger, and stages no mistake of a model", async () => {
  await using site = new Site();
  await site.start("agent");
  const path = "/activations/ada/1";
  const put = (call: unknown) => ({
    method: "PUT",
    body: JSON.stringify({ calls: [call] }),
  });
  const result = { method: "POST", body: new Uint8Array() };

  const answers = [
    await site.ask("agent", path, put(refund(100)), "stranger"),
    await site.ask("agent", path, {}, "result"),
    await site.ask("agent", "/results", result, "caller"),
    await site.ask("agent", path, put(refund(-1))),
    await site.ask("agent", path, put({ name: "charge", arguments: {} })),
    await site.ask("agent", path, put(17)),
    await site.ask("agent", path),
  ];

  for (const { body } of answers) await body?.cancel();
  assertEquals(
    answers.map(({ status }) => status),
    [401, 401, 401, 422, 422, 400, 404],
  );
  assertEquals((await site.health("agent")).waiting, 0);
});

Deno.test("DEPLOY-1.7 One command starts both, and Ctrl-C stops them", async () => {
  await using both = startProcess(["run", "--allow-all", START]);
  const lines = [];
  do lines.push(await both.line("")); while (!lines.at(-1)!.startsWith("curl"));
  const { url, headers, body } = readCurl(lines.at(-1)!);
  const effector = /http\S+/.exec(lines[1]!)![0];

  const run = await fetch(url, { method: "PUT", headers, body });
  await run.body?.cancel();
  await poll("results", async () => {
    const { intents } = await (await fetch(url, { headers })).json();
    return intents.every(({ status }: { status?: string }) => status === "ok");
  });
  both.kill("SIGINT");
  const { code } = await both.status;

  assertEquals([run.status, code], [200, 0]);
  for (const stopped of [new URL(url).origin, effector]) {
    const left = await fetch(stopped).then(
      ({ status }) => status,
      () => "gone",
    );
    assertEquals(left, "gone");
  }
  assertNotEquals(new URL(url).origin, effector);
});

/** What the printed line would send. */
function readCurl(line: string) {
  const [, url, header, body] =
    /^curl -X PUT (\S+) -H 'authorization: ([^']+)' -d '([^']+)'$/.exec(line) ??
      [];
  if (!url || !header || !body) throw new Error(`No such line: ${line}`);
  return { url, headers: { authorization: header }, body };
}
