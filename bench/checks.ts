/**
 * This package, and what could stand in its place in an application's own code:
 * checks written by hand, ArkType alone and Zod alone.
 *
 * They call the tool as applications do, in an async function that awaits it. The
 * ways "without await" pass its promise on, which saves a promise and a turn;
 * `ToolRunner.run` does that too.
 */
import { tool, ToolRunner } from "@beam/tools";
import { type } from "arktype";
import type { Candidate } from "./candidate.ts";

/** The check and the call written by hand. */
export const byHand: Candidate = {
  name: "by hand",
  declare: ({ check, body }) => ({
    fromText: async (text) => await body(check(JSON.parse(text))),
    fromObject: async (args) => await body(check(args)),
  }),
};

/** The same, with nothing around the promise of the tool. */
export const byHandBare: Candidate = {
  name: "by hand, without await",
  declare: ({ check, body }) => {
    const fromObject = (args: unknown): Promise<string> => {
      try {
        return body(check(args));
      } catch (error) {
        return Promise.reject(error);
      }
    };
    const fromText = (text: string): Promise<string> => {
      try {
        return body(check(JSON.parse(text)));
      } catch (error) {
        return Promise.reject(error);
      }
    };
    return { fromText, fromObject };
  },
};

/** This package. */
export const toolRunner: Candidate = {
  name: "ToolRunner.run",
  declare: ({ name, definition, body }) => {
    const declared = tool({ name, parameters: definition as never }, body);
    const runner = new ToolRunner();
    const run = (args: unknown): Promise<unknown> => runner.run(declared, args);
    return { fromText: run, fromObject: run };
  },
};

/** ArkType's own check. */
export const arktype: Candidate = {
  name: "ArkType",
  declare: ({ definition, strict, body }) => {
    const open = type(definition as never);
    const declared = strict ? open.onDeepUndeclaredKey("reject") : open;
    return {
      fromText: async (text) => await body(declared.assert(JSON.parse(text))),
      fromObject: async (args) => await body(declared.assert(args)),
    };
  },
};

/** Zod's own check. */
export const zod: Candidate = {
  name: "Zod 4",
  declare: ({ schema, body }) => ({
    fromText: async (text) => await body(schema.parse(JSON.parse(text))),
    fromObject: async (args) => await body(schema.parse(args)),
  }),
};

/** The same, with nothing around the promise of the tool. */
export const zodBare: Candidate = {
  name: "Zod 4, without await",
  declare: ({ schema, body }) => {
    const fromObject = (args: unknown): Promise<string> => {
      try {
        return body(schema.parse(args));
      } catch (error) {
        return Promise.reject(error);
      }
    };
    const fromText = (text: string): Promise<string> => {
      try {
        return body(schema.parse(JSON.parse(text)));
      } catch (error) {
        return Promise.reject(error);
      }
    };
    return { fromText, fromObject };
  },
};
