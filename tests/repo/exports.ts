import { pathOf, type RepositoryFile, urlOf } from "./files.ts";

/** A public name with what `deno doc` knows about it. */
export interface PublicName {
  /** The file of the entry point. */
  readonly entry: string;
  /** As users write it; `""` for the module itself. */
  readonly name: string;
  /** True if a doc comment stands at the declaration. */
  readonly documented: boolean;
  /** True for `@internal`: exported for the compiler, not for users. */
  readonly internal: boolean;
}

interface JsDoc {
  readonly doc?: string;
  readonly tags?: readonly { readonly kind: string }[];
}

interface Location {
  readonly filename: string;
  readonly line: number;
}

interface Declaration {
  readonly location: Location;
  readonly declarationKind: string;
  readonly jsDoc?: JsDoc;
  readonly kind: string;
  readonly def?: { readonly target?: Location };
}

interface DocModule {
  readonly module_doc?: JsDoc;
  readonly symbols: readonly {
    readonly name: string;
    readonly declarations: readonly Declaration[];
  }[];
}

type DocNodes = Readonly<Record<string, DocModule>>;

/** The public names of the entry files, in order, by `deno doc`. */
export async function readPublicNames(
  entries: readonly string[],
): Promise<readonly PublicName[]> {
  const paths = entries.map((entry) => entry.replace(/^\.\//, ""));
  const nodes = await doc(paths);
  // What an entry re-exports is documented where it is declared.
  const targets = Object.values(nodes).flatMap(({ symbols }) => symbols)
    .flatMap(({ declarations }) => declarations)
    .flatMap(({ def }) => pathOf(def?.target?.filename ?? "") ?? []);
  const declared = Object.values(await doc([...new Set(targets)]))
    .flatMap(({ symbols }) => symbols)
    .flatMap(({ declarations }) => declarations);
  const at = ({ filename, line }: Location) =>
    declared.filter(({ location }) =>
      location.filename === filename && location.line === line
    );
  return paths.flatMap((entry) => {
    const module = nodes[urlOf(entry)];
    const names = (module?.symbols ?? []).map(({ name, declarations }) => {
      const docs = declarations
        .filter(({ declarationKind }) => declarationKind === "export")
        .flatMap((declaration) => {
          const target = declaration.def?.target;
          return target === undefined ? [declaration] : at(target);
        }).map(({ jsDoc }) => jsDoc);
      return {
        entry,
        name,
        documented: docs.some((jsDoc) => jsDoc?.doc !== undefined),
        internal: docs.some((jsDoc) =>
          jsDoc?.tags?.some(({ kind }) => kind === "internal") ?? false
        ),
      };
    });
    const documented = module?.module_doc?.doc !== undefined;
    return [{ entry, name: "", documented, internal: false }, ...names];
  });
}

/** What is missing in docs and prose for these names, a line each. */
export function undescribed(
  names: readonly PublicName[],
  prose: readonly RepositoryFile[],
): readonly string[] {
  const code = prose.flatMap(({ text }) =>
    text.match(/^```[\s\S]*?^```|`[^`\n]+`/gm) ?? []
  ).join("\n");
  const words = new Set(code.match(/[\w$]+/g));
  return names.flatMap(({ entry, name, documented, internal }) => [
    ...documented ? [] : [`${entry}: ${name || "@module"} has no doc comment`],
    ...name === "" || internal || words.has(name)
      ? []
      : [`${entry}: neither README.md nor spec/ mentions \`${name}\``],
  ]);
}

async function doc(paths: readonly string[]): Promise<DocNodes> {
  if (paths.length === 0) return {};
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["doc", "--json", ...paths],
    cwd: new URL(urlOf("")),
    env: { NO_COLOR: "1" },
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  if (!success) throw new Error(`Cannot read the docs: ${text(stderr)}`);
  return JSON.parse(text(stdout)).nodes;
}
