/**
 * Prints the files of all entry points, for `deno doc --lint`, which does not
 * read `exports` itself.
 *
 * @module
 */
import config from "../deno.json" with { type: "json" };

if (import.meta.main) console.log(entryFiles().join(" "));

/** The file of each entry point, in the order of deno.json. */
export function entryFiles(): readonly string[] {
  return Object.values(config.exports);
}
