/** What becomes of one construct of ArkType. */
export type Expected =
  /** The schema and the validator accept the same values. */
  | { readonly kind: "faithful" }
  /** The schema tells the rule in these words, and the validator only narrows. */
  | { readonly kind: "words"; readonly words: string }
  /** `tool(...)` refuses it, for a reason that holds this text. */
  | { readonly kind: "refused"; readonly reason: string; readonly at: string };

/** One construct of ArkType, and what has to become of it. */
export interface Row {
  readonly group: string;
  readonly label: string;
  readonly expected: Expected;
  /** Makes the definition. */
  readonly definition: () => unknown;
}

type Make = () => unknown;

/** Writes the rows of one group; a row without a definition of its own has its label as definition. */
export class Group {
  readonly rows: Row[] = [];
  readonly #group: string;

  constructor(group: string) {
    this.#group = group;
  }

  /** Constructs that the schema says exactly. */
  faithful(label: string, definition: Make = () => label): this {
    return this.#add(label, { kind: "faithful" }, definition);
  }

  /** Constructs that the schema says in words. */
  words(label: string, words: string, definition: Make = () => label): this {
    return this.#add(label, { kind: "words", words }, definition);
  }

  /** Constructs that are refused; `at` is what follows the parameter's own name in the path. */
  refused(
    label: string,
    reason: string,
    definition: Make = () => label,
    at = "",
  ): this {
    return this.#add(label, { kind: "refused", reason, at }, definition);
  }

  #add(label: string, expected: Expected, definition: Make): this {
    this.rows.push({ group: this.#group, label, expected, definition });
    return this;
  }
}
