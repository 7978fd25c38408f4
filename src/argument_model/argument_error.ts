import { type ArgumentIssue, ToolArgumentError } from "../errors.ts";
import { shortened } from "./expected.ts";
import type { Fault, Walk } from "./walk.ts";

/** The message of an error stays below this many bytes of UTF-8. */
const LONGEST_MESSAGE = 4096;
const LONGEST_PATH = 160;
/** Room for the name of the tool and for the count of what is left out. */
const RESERVED = 200;

/** The error for the faults of one walk, as many of them as fit. */
export function argumentError(
  toolName: string,
  walk: Walk,
): ToolArgumentError {
  const issues: ArgumentIssue[] = [];
  let room = LONGEST_MESSAGE - RESERVED;
  for (const fault of walk.faults) {
    const issue = issueOf(fault);
    const size = new TextEncoder().encode(issue.message).length + 2;
    if (size > room && issues.length > 0) break;
    room -= size;
    issues.push(issue);
  }
  return new ToolArgumentError(toolName, issues, walk.count - issues.length);
}

function issueOf(fault: Fault): ArgumentIssue {
  const { found, hint } = fault;
  // What a rule of the author's says, and keys of data that no definition names, can be of any length.
  const expected = shortened(fault.expected, 400);
  const path = fault.path.map((key) =>
    typeof key === "number" ? key : shortened(key, LONGEST_PATH)
  );
  const place = path.length === 0 ? "the arguments" : pathText(path);
  const what = found === ""
    ? `${place} is missing: expected ${expected}`
    : expected === "no such key"
    ? `${place} is not a parameter`
    : `${place}: expected ${expected}, got ${found}`;
  return {
    path,
    expected,
    message: hint === undefined ? what : `${what}; ${hint}`,
  };
}

/** A path as people write it, such as `filter.tags[0]`. */
function pathText(path: readonly (string | number)[]): string {
  let text = "";
  for (const key of path) {
    if (typeof key === "number") text += `[${key}]`;
    else if (/^[\p{ID_Start}$_][\p{ID_Continue}$-]*$/u.test(key)) {
      text += text === "" ? key : `.${key}`;
    } else text += `[${JSON.stringify(key)}]`;
    if (text.length > LONGEST_PATH) break;
  }
  return shortened(text, LONGEST_PATH);
}
