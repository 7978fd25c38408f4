import type { SourceFile } from "./files.ts";

/** A part of the package, and what it may import. */
export interface Layer {
  /** How other layers call it. */
  readonly name: string;
  /** Its files: paths from the root, where `*` stands for any text. */
  readonly files: readonly string[];
  /** The layers it may import besides itself. */
  readonly layers: readonly string[];
  /** The packages it may import; `"one each"`: any, but no package twice. */
  readonly packages: readonly string[] | "one each";
}

const BASE = ["errors", "text"];
const WIRE = [...BASE, "intent"];
const MODEL = [...BASE, "argument model"];
const TOOL = [...MODEL, "intent", "tool"];
const RUNNING = [...TOOL, "running"];
const CORE = [...RUNNING, "activation"];

/** Every file of the package is in one of these. STYLE: entries come last. */
export const LAYERS: readonly Layer[] = [
  { name: "errors", files: ["src/errors.ts"], layers: [], packages: [] },
  {
    name: "text",
    files: ["src/canonical_json*", "src/sha1.ts", "src/callable_source*.ts"],
    layers: ["errors"],
    packages: [],
  },
  {
    name: "argument model",
    files: ["src/argument_model*", "src/coerce*"],
    layers: BASE,
    packages: ["arktype"],
  },
  { name: "intent", files: ["src/intent*.ts"], layers: BASE, packages: [] },
  {
    name: "tool",
    files: ["src/tool*.ts", "src/declared_tool.ts"],
    layers: [...MODEL, "intent"],
    packages: [],
  },
  {
    name: "running",
    files: ["src/registry.ts", "src/runner.ts"],
    layers: TOOL,
    packages: [],
  },
  {
    name: "activation",
    files: ["src/activation*", "src/activate.ts"],
    layers: RUNNING,
    packages: [],
  },
  {
    name: "wire",
    files: ["src/wire/*", "src/gen/*"],
    layers: WIRE,
    packages: ["@bufbuild/protobuf"],
  },
  {
    name: "effector",
    files: ["src/effector/*"],
    layers: [...CORE, "wire"],
    packages: [],
  },
  {
    name: "stores",
    files: ["src/stores/*"],
    layers: [...CORE, "wire", "effector"],
    packages: "one each",
  },
  {
    name: "providers",
    files: ["src/providers/*"],
    layers: CORE,
    packages: "one each",
  },
  {
    name: "frameworks",
    files: ["src/frameworks/*"],
    layers: [...CORE, "providers"],
    packages: "one each",
  },
  {
    name: "telemetry",
    files: ["src/telemetry/*"],
    layers: [...CORE, "wire", "effector"],
    packages: "one each",
  },
  {
    name: "testing",
    files: ["src/testing/*"],
    layers: [...CORE, "wire", "effector"],
    packages: [],
  },
  { name: "lint", files: ["src/lint*"], layers: [], packages: [] },
  {
    name: "wire entry",
    files: ["src/wire.ts"],
    layers: [...WIRE, "wire"],
    packages: [],
  },
  { name: "core entry", files: ["mod.ts"], layers: CORE, packages: [] },
  {
    name: "effector entry",
    files: ["effector.ts"],
    layers: [...CORE, "wire", "wire entry", "effector"],
    packages: [],
  },
];

/** An entry, and what it may load, directly or not. */
export interface Reach {
  readonly path: string;
  readonly layers: readonly string[];
  readonly packages: readonly string[];
}

export const CORE_ENTRY: Reach = {
  path: "mod.ts",
  layers: CORE,
  packages: ["arktype"],
};

/** Pipeline code imports it, so it leads to no effector. */
export const WIRE_ENTRY: Reach = {
  path: "src/wire.ts",
  layers: [...WIRE, "wire"],
  packages: ["@bufbuild/protobuf"],
};

/** What is wrong with the imports of these files, a line each. */
export function wrongImports(files: readonly SourceFile[]): readonly string[] {
  const problems: string[] = [];
  const adapters = new Map<string, string>();
  for (const { path, imports } of files) {
    const layer = layerOf(path);
    if (layer === undefined) {
      problems.push(`${path}: no layer; give it one in tests/repo/layers.ts`);
      continue;
    }
    for (const specifier of imports) {
      const target = localPath(path, specifier);
      if (target === undefined) {
        const name = packageName(specifier);
        const known = adapters.get(name) ?? adapterOf(path);
        const allowed = layer.packages === "one each"
          ? known === adapterOf(path)
          : layer.packages.includes(name);
        if (layer.packages === "one each") adapters.set(name, known);
        if (!allowed) {
          problems.push(`${path}: ${layer.name} may not import "${specifier}"`);
        }
        continue;
      }
      const other = layerOf(target);
      if (other === layer || layer.layers.includes(other?.name ?? "")) continue;
      problems.push(
        `${path}: ${layer.name} may not import ${other?.name ?? target}`,
      );
    }
  }
  return problems;
}

/** What the entry reaches beyond its layers and packages, a line each. */
export function wrongReach(
  entry: Reach,
  files: readonly SourceFile[],
): readonly string[] {
  const importsOf = new Map(files.map(({ path, imports }) => [path, imports]));
  const from = new Map<string, string>([[entry.path, ""]]);
  const problems: string[] = [];
  for (const path of from.keys()) {
    const way = `${from.get(path)}${path}`;
    const layer = layerOf(path)?.name ?? "";
    if (path !== entry.path && !entry.layers.includes(layer)) {
      problems.push(way);
      continue;
    }
    for (const specifier of importsOf.get(path) ?? []) {
      const target = localPath(path, specifier);
      if (target !== undefined) {
        if (!from.has(target)) from.set(target, `${way} > `);
      } else if (!entry.packages.includes(packageName(specifier))) {
        problems.push(`${way} > ${specifier}`);
      }
    }
  }
  return problems;
}

function layerOf(path: string): Layer | undefined {
  return LAYERS.find(({ files }) => files.some((file) => fits(file, path)));
}

function fits(pattern: string, path: string): boolean {
  const parts = pattern.split("*").map((part) => RegExp.escape(part));
  return new RegExp(`^${parts.join(".*")}$`).test(path);
}

/** The path that a relative specifier means; undefined for a package. */
function localPath(path: string, specifier: string): string | undefined {
  if (!specifier.startsWith(".")) return undefined;
  return new URL(specifier, `file:///${path}`).pathname.slice(1);
}

/** Such as `arktype` for `npm:arktype@2.2.10/config`. */
function packageName(specifier: string): string {
  const [name] = /^(?:@[^/]+\/)?[^/@]+/.exec(
    specifier.replace(/^(?:npm|jsr):\/?/, ""),
  ) ?? [specifier];
  return name;
}

/** An adapter is a file, or a folder with the files beside it of that name. */
function adapterOf(path: string): string {
  return path.split("/").slice(0, 3).join("/").replace(/\.ts$/, "");
}
