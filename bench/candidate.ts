/** What is compared: something that validates the arguments of a tool and runs it. */
import type { ToolCase } from "./cases.ts";

/** A candidate. */
export interface Candidate {
  /** What the table calls it. */
  readonly name: string;
  /** Declares the tool in the candidate's own way. */
  readonly declare: (tool: ToolCase) => Declared | Promise<Declared>;
}

/** A tool that a candidate has declared. A call gives what the body gave, or fails if the arguments are refused. */
export interface Declared {
  /** Validates and runs what a provider sent, which is JSON text. */
  readonly fromText: (text: string) => Promise<unknown>;
  /** Validates and runs arguments that are read already; not there if only text is taken. */
  readonly fromObject?: (
    args: Readonly<Record<string, unknown>>,
  ) => Promise<unknown>;
}
