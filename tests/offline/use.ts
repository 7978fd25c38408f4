/**
 * Decides whether tests run on `@std/*` from JSR or on the stand-ins beside
 * this file.
 *
 * `links` in deno.json is a glob that matches nothing until the symlink
 * `.offline` points here; from then on Deno takes `@std/assert` and
 * `@std/testing` from these folders, on every command and without a flag.
 *
 * `BEAM_STD=jsr` or `BEAM_STD=offline` decides. Unset, an existing symlink
 * stays, and otherwise it is created only where JSR does not answer. So this
 * file must not need JSR itself.
 *
 * @module
 */
const link = new URL("../../.offline", import.meta.url);
const linked = await Deno.lstat(link).then(() => true, () => false);
const wanted = Deno.env.get("BEAM_STD") ??
  (linked || !await jsrAnswers() ? "offline" : "jsr");

if (wanted !== "jsr" && wanted !== "offline") {
  throw new TypeError(
    `Cannot choose the test tools "${wanted}": there are two; set BEAM_STD to "jsr" or "offline"`,
  );
}
if (wanted === "offline" && !linked) {
  await Deno.symlink("tests/offline", link, { type: "dir" });
}
if (wanted === "jsr" && linked) await Deno.remove(link);
if (wanted === "offline") {
  console.error(
    "note: @std/* are the stand-ins of tests/offline, not JSR's (BEAM_STD=jsr to change)",
  );
}

/** True if the package this file stands in for can be loaded. */
async function jsrAnswers(): Promise<boolean> {
  // In a variable, so that it is no part of the static graph.
  const specifier = "jsr:@std/assert@^1";
  const loads = import(specifier).then(() => true, () => false);
  const patience = new Promise<boolean>((resolve) => {
    Deno.unrefTimer(setTimeout(() => resolve(false), 20_000));
  });
  return await Promise.race([loads, patience]);
}
