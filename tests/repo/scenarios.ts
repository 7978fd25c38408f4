import type { RepositoryFile, SourceFile } from "./files.ts";
import { SCENARIO_ID } from "./source.ts";

/** A promise of `spec/`. */
export interface Scenario {
  /** Such as `REG-1.2`. */
  readonly id: string;
  /** Id and title: the name of its test. */
  readonly name: string;
  /** The file it stands in. */
  readonly path: string;
}

/** The scenarios of spec files: list items that begin with a bold id and title. */
export function readScenarios(
  files: readonly RepositoryFile[],
): readonly Scenario[] {
  return files.flatMap(({ path, text }) => {
    const prose = text.replaceAll(/^```[\s\S]*?^```/gm, "");
    const items = prose.matchAll(/^[ \t]*[-*] \*\*([\s\S]*?)\*\*/gm);
    return [...items].flatMap(([, bold]) => {
      // A title may go on in the next line.
      const name = bold!.replaceAll(/\s+/g, " ").trim();
      const id = SCENARIO_ID.exec(name)?.[0];
      return id === undefined ? [] : [{ id, name, path }];
    });
  });
}

/** What is wrong between scenarios and tests, a line each. */
export function disagreements(
  scenarios: readonly Scenario[],
  files: readonly Pick<SourceFile, "path" | "tests">[],
  mayNameNone: readonly string[],
): readonly string[] {
  const byId = new Map<string, Scenario>();
  const problems: string[] = [];
  for (const scenario of scenarios) {
    const first = byId.get(scenario.id);
    if (first !== undefined) {
      problems.push(
        `${scenario.path}: ${scenario.id} is taken by ${first.path}`,
      );
    } else byId.set(scenario.id, scenario);
  }
  const tested = new Set<string>();
  for (const { path, tests } of files) {
    for (const { text, whole } of tests) {
      const id = SCENARIO_ID.exec(text)?.[0];
      if (id === undefined) {
        if (mayNameNone.includes(path)) continue;
        problems.push(
          `${path}: test "${text}${
            whole ? "" : "…"
          }" names no scenario; begin its name with one of spec/`,
        );
        continue;
      }
      const name = byId.get(id)?.name;
      if (name === undefined) {
        problems.push(`${path}: test "${text}": no scenario has that id`);
      } else if (text !== name && !text.startsWith(`${name}: `)) {
        problems.push(
          `${path}: test "${text}" has another title than scenario "${name}"`,
        );
      } else tested.add(id);
    }
  }
  for (const { id, name, path } of byId.values()) {
    if (!tested.has(id)) problems.push(`${path}: no test is named "${name}"`);
  }
  return problems;
}
