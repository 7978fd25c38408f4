import { assert, assertEquals, assertRejects } from "@std/assert";
import { tool, ToolArgumentError, ToolRunner } from "@beam/tools";
import { type } from "arktype";

const SECRET = "hunter2";
const mark = { format: "password" } as const;
const password = type("string >= 8").configure(mark);

/** The error for `args`, in which nothing of the secret stands. */
async function quietError(
  parameters: unknown,
  args: unknown,
): Promise<ToolArgumentError> {
  const login = tool(
    // deno-lint-ignore no-explicit-any -- definitions of every kind come through here
    { name: "login", parameters: parameters as any },
    () => "called",
  );
  const error = await assertRejects(
    () => new ToolRunner().run(login, args),
    ToolArgumentError,
  );
  const { message, issues, stack } = error;
  assert(!JSON.stringify([message, issues, stack]).includes(SECRET), message);
  return error;
}

const paths = (error: ToolArgumentError) =>
  error.issues.map(({ path }) => path);

const OF_SECRETS = "ERR-3.1 No part of a secret stands in an error";

for (
  const [how, definition] of Object.entries({
    "a Type": password,
    "a tuple": ["string >= 8", "@", mark],
    "a description after the mark": password.describe("the password"),
    "a bound after the mark": type("string").configure(mark)
      .atLeastLength(8),
    "a rule after the mark": type("string").configure(mark).narrow((text) =>
      text.length >= 8
    ).describe("long"),
    "a pipe after the mark": password.pipe((text) => text.length).describe(
      "a password",
    ),
    "a pipe that fails": type("string").configure(mark).pipe((text) => {
      throw new Error(text);
    }).describe("a password"),
    "a rule that quotes": type("string").narrow((text, context) =>
      context.mustBe(`better than ${text}`)
    ).describe("good").configure(mark),
    "a union of it": password.or("number"),
    "a nullable one": password.or("null"),
    "an enum": ["'a' | 'b'", "@", mark],
    "a boolean": ["boolean", "@", mark],
    "a number": ["number", "@", mark],
  })
) {
  Deno.test(`${OF_SECRETS}: ${how}`, async () => {
    assertEquals(
      paths(
        await quietError({ secret: definition }, {
          secret: SECRET,
        }),
      ),
      [["secret"]],
    );
  });
}

Deno.test(`${OF_SECRETS}: anything below it`, async () => {
  const inner = { list: "number[]", any: "unknown", pair: ["1", "2"] };

  const error = await quietError({ secret: [inner, "@", mark] }, {
    secret: {
      list: [SECRET],
      any: { [SECRET]: NaN },
      pair: [SECRET, SECRET],
      [SECRET]: 1,
    },
  });

  assertEquals(paths(error), [
    ["secret", "list", 0],
    ["secret", "any"],
    ["secret", "pair", 0],
    ["secret", "pair", 1],
    ["secret", "(secret)"],
  ]);
});

const OF_HOLDERS = "ERR-3.2 What may hold a secret is not quoted";

Deno.test(`${OF_HOLDERS}: text for an object or array`, async () => {
  const parameters = { login: { password }, passwords: [password, "[]"] };

  await quietError(parameters, {
    login: `{"password":"${SECRET}"`,
    passwords: `["${SECRET}",5]`,
  });
  await quietError(parameters, { login: SECRET, passwords: SECRET });
  await quietError({ any: type({ password }).or("number[]") }, { any: SECRET });
});

Deno.test(`${OF_HOLDERS}: a rule for the object around it`, async () => {
  const error = await quietError({
    login: type({ password: type("string").configure(mark) }).narrow(
      (value, context) => context.reject(`other than ${value.password}`),
    ).describe("consistent"),
  }, { login: { password: SECRET } });

  assertEquals(error.issues[0]?.expected, "consistent");
});

Deno.test(`${OF_HOLDERS}: the tag of secret shapes`, async () => {
  const shapes = type({ key: ["'a'", "@", mark], x: "1" }).or({
    key: ["'b'", "@", mark],
    y: "1",
  });

  assertEquals(
    paths(await quietError({ any: shapes }, { any: { key: SECRET } })),
    [["any", "key"]],
  );
});

Deno.test(`${OF_HOLDERS}: the keys of a secret map`, async () => {
  for (const key of ["[string]", "[/^h/]"]) {
    const error = await quietError(
      { map: [{ [key]: "number" }, "@", mark] },
      { map: { [SECRET]: "x" } },
    );

    assertEquals(paths(error), [["map", "(secret)"]]);
  }
});
