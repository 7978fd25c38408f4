/**
 * A row for each construct of ArkType: it is said exactly, told in words, or refused. A new version of ArkType has to
 * pass them all. The argument model is internal; a tool is asked for the one that it was declared with.
 */
import { assert, assertEquals, assertThrows } from "@std/assert";
import { ToolDefinitionError } from "../src/errors.ts";
import { ajvJudges } from "./fidelity/compare.ts";
import { corpus } from "./fidelity/corpus.ts";
import {
  assertFaithful,
  assertSameAsRoot,
  modelOf,
  valuesFor,
} from "./fidelity/examine.ts";
import { ARRAY_ROWS } from "./fidelity/table/array.ts";
import { AUTHOR_ROWS } from "./fidelity/table/author.ts";
import { DEFAULT_ROWS } from "./fidelity/table/fallback.ts";
import { INDEX_ROWS } from "./fidelity/table/index_signature.ts";
import { OBJECT_ROWS } from "./fidelity/table/object.ts";
import { RECURSIVE_ROWS } from "./fidelity/table/recursive.ts";
import type { Row } from "./fidelity/table/row.ts";
import { SCALAR_ROWS } from "./fidelity/table/scalar.ts";
import { TEXT_ROWS } from "./fidelity/table/text.ts";

const ROWS: readonly Row[] = [
  ...TEXT_ROWS,
  ...SCALAR_ROWS,
  ...ARRAY_ROWS,
  ...OBJECT_ROWS,
  ...INDEX_ROWS,
  ...DEFAULT_ROWS,
  ...RECURSIVE_ROWS,
  ...AUTHOR_ROWS,
];

const judges = ajvJudges();
const fixed = corpus();
const arguments_ = fixed.map((value) => ({ value }));

function rowsOf<Kind extends Row["expected"]["kind"]>(
  kind: Kind,
): [Row, Extract<Row["expected"], { kind: Kind }>][] {
  return ROWS.flatMap((row) =>
    row.expected.kind === kind
      ? [[row, row.expected as Extract<Row["expected"], { kind: Kind }>]]
      : []
  );
}

for (const [{ group, label, definition }] of rowsOf("faithful")) {
  Deno.test(`FID-1.1 What JSON Schema can say is said exactly: ${group}, ${label}`, () => {
    const made = definition();
    const model = modelOf(made);
    const judge = judges(model.parameters);
    const tally = { compared: 0, accepted: 0 };

    assertFaithful(model, judge, [
      ...arguments_,
      ...valuesFor(model, fixed, 200, label.length),
    ], tally);
    const root = assertSameAsRoot(made, model);
    if (root !== undefined) {
      assertFaithful(root, judges(root.parameters), [
        ...fixed,
        ...valuesFor(root, fixed, 100, label.length),
      ], tally);
    }

    assert(tally.accepted >= 3, "hardly a value was accepted");
    assert(tally.compared - tally.accepted >= 3, "hardly a value was refused");
  });
}

for (const [{ group, label, definition }, { words }] of rowsOf("words")) {
  Deno.test(`FID-1.2 A rule of the author's own stands in words, and narrows: ${group}, ${label}`, () => {
    const model = modelOf(definition());
    const tally = { compared: 0, accepted: 0 };

    assertFaithful(
      model,
      judges(model.parameters),
      [...arguments_, ...valuesFor(model, fixed, 200, label.length)],
      tally,
      { onlyNarrows: true },
    );

    assert(JSON.stringify(model.parameters).includes(words));
    const accepted = arguments_.filter((value) => model.accepts(value));
    assert(accepted.length > 0, "no value was accepted");
  });
}

for (const [{ group, label, definition }, expected] of rowsOf("refused")) {
  Deno.test(`TOOL-2.3 A definition that cannot be shown to a model is rejected at decoration time: ${group}, ${label}`, () => {
    const made = definition();

    const error = assertThrows(() => modelOf(made), ToolDefinitionError);

    assertEquals(error.parameter, `value${expected.at}`);
    assert(error.reason.includes(expected.reason), error.reason);
    assert(error.instead !== "");
  });
}
