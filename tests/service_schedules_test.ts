import { runSchedule } from "./service/schedules.ts";

Deno.test("EFF-11.1 Every schedule keeps the promise", async () => {
  const given = Deno.env.get("SERVICE_SEED");
  const seed = given === undefined
    ? crypto.getRandomValues(new Uint32Array(1))[0]!
    : Number(given);
  console.log(`SERVICE_SEED=${seed}`);
  for (let schedule = 0; schedule < 300; schedule++) {
    try {
      await runSchedule(mulberry32(seed + schedule));
    } catch (cause) {
      throw new Error(`SERVICE_SEED=${seed}, schedule ${schedule}`, { cause });
    }
  }
});

/** The public domain generator of that name. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = state + 0x6d2b79f5 | 0;
    let bits = Math.imul(state ^ state >>> 15, 1 | state);
    bits = bits + Math.imul(bits ^ bits >>> 7, 61 | bits) ^ bits;
    return ((bits ^ bits >>> 14) >>> 0) / 2 ** 32;
  };
}
