// The internal file, because a tool shows only what it makes of these answers.
import { docstring, firstParameter } from "../src/callable_source.ts";
import type { Callable, FirstParameter } from "../src/callable_source.ts";
import { BODIES, HOLDERS, PATTERN_HOLDERS } from "./callable_source/bodies.ts";
import { FORMS } from "./callable_source/forms.ts";
import { callableSource } from "./callable_source/generated.ts";
import { make, readWithParser } from "./callable_source/parser.ts";
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";

/** The two answers in one value. */
function read(callable: Callable): unknown {
  return [firstParameter(callable), docstring(callable)];
}

Deno.test("TOOL-2.2 Missing type annotations are rejected at decoration time: the first parameter is named in every form", () => {
  assert(FORMS.length > 80);
  for (const [source, name] of FORMS) {
    const callable = make(source);
    const expected: FirstParameter = name === null
      ? { kind: "none" }
      : { kind: "named", name };

    assertEquals(firstParameter(callable), expected, source);
    assertEquals(read(callable), readWithParser(callable), source);
  }
});

Deno.test("TOOL-2.2 Missing type annotations are rejected at decoration time: a callable without a source text is judged by its length", () => {
  const argument: FirstParameter = { kind: "named", name: "argument 1" };

  assertEquals(firstParameter(parseInt), argument);
  assertEquals(firstParameter(Array.prototype[Symbol.iterator]), {
    kind: "none",
  });
  assertEquals(firstParameter(((a: number) => a).bind(null)), argument);
  assertEquals(firstParameter((() => 1).bind(null)), { kind: "none" });
  assertEquals(firstParameter(new Proxy((a: number) => a, {})), argument);
  assertEquals(docstring(parseInt), undefined);
});

Deno.test("TOOL-2.2 Missing type annotations are rejected at decoration time: text that looks native is not taken for it", () => {
  const source = "function lookup(a) { /* { [native code] } */ }";

  assertEquals(firstParameter(make(source)), { kind: "named", name: "a" });
  assertEquals(firstParameter(make("a => `{ [native code] }`")), {
    kind: "named",
    name: "a",
  });
});

Deno.test("TOOL-2.2 Missing type annotations are rejected at decoration time: a class is unreadable", () => {
  const sources = [
    "class {}",
    "class Desk { constructor(a) {} }",
    "class extends Object { lookup(a) {} }",
    "class/**/extends (class { constructor(a) {} }) {}",
    "class { 'lookup'(a) {} }",
  ];
  for (const source of sources) {
    const callable = make(source);

    assertEquals(firstParameter(callable), { kind: "unreadable" }, source);
    assertEquals(read(callable), readWithParser(callable), source);
  }
});

Deno.test("TOOL-1.4 A description is the option, the docstring, the parameters' words, or empty: a docstring is the first directive of a body", () => {
  for (const [body, text] of BODIES) {
    const holders = body.includes("use strict")
      ? HOLDERS
      : [...HOLDERS, ...PATTERN_HOLDERS];
    for (const hold of holders) {
      const callable = make(hold(body));

      assertEquals(docstring(callable), text, hold(body));
      assertEquals(read(callable), readWithParser(callable), hold(body));
    }
  }
});

Deno.test("TOOL-1.4 A description is the option, the docstring, the parameters' words, or empty: an arrow function of one expression has no docstring", () => {
  for (const source of ['() => "Look up."', 'a => ({ a: "Look up." })']) {
    assertEquals(docstring(make(source)), undefined, source);
    assertEquals(read(make(source)), readWithParser(make(source)), source);
  }
});

Deno.test("TOOL-1.4 A description is the option, the docstring, the parameters' words, or empty: long and deep source texts are read", () => {
  const comments = "// {\n".repeat(100_000);
  const deep = "[".repeat(2_000) + "]".repeat(2_000);
  const long = "a".repeat(1_000_000);
  const callable = make(
    `function (a = ${deep}, /* ${long} */ b = "${long}" + \`${long}\`) {${comments}"Look up."}`,
  );

  assertEquals(firstParameter(callable), { kind: "named", name: "a" });
  assertEquals(docstring(callable), "Look up.");
});

Deno.test("TOOL-2.2 Missing type annotations are rejected at decoration time: generated callables are read as a parser reads them", () => {
  let scripts = 0;

  fc.assert(
    fc.property(callableSource, (source) => {
      let callable: Callable;
      try {
        callable = make(source);
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        return;
      }
      scripts++;
      assertEquals(read(callable), readWithParser(callable), source);
    }),
    { numRuns: 1_000 },
  );

  assert(scripts > 300, `only ${scripts} of 1000 were JavaScript`);
});
