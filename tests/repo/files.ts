import { readSource, type Source } from "./source.ts";

const root = new URL("../../", import.meta.url);

/** A file of this repository: path from its root, and text. */
export interface RepositoryFile {
  /** Such as `src/tool.ts`. */
  readonly path: string;
  /** The whole text. */
  readonly text: string;
}

/** A file with what its syntax tree says. */
export interface SourceFile extends RepositoryFile, Source {}

/** The files at or below the paths, in order; a path that is missing is empty. */
export function readFiles(
  paths: readonly string[],
  extension: string,
): readonly RepositoryFile[] {
  return paths.flatMap((path) => [...below(path)])
    .filter((path) => path.endsWith(extension)).sort()
    .map((path) => ({
      path,
      text: Deno.readTextFileSync(new URL(path, root)),
    }));
}

/** The TypeScript files at or below the paths, read by their syntax trees. */
export function readSources(paths: readonly string[]): readonly SourceFile[] {
  return readFiles(paths, ".ts").map((file) => ({
    ...file,
    ...readSource(file.path, file.text),
  }));
}

/** The path from the root, or undefined for what is outside. */
export function pathOf(url: string): string | undefined {
  return url.startsWith(root.href) ? url.slice(root.href.length) : undefined;
}

/** The URL of a path from the root. */
export function urlOf(path: string): string {
  return new URL(path, root).href;
}

function* below(path: string): Iterable<string> {
  let isFile: boolean;
  try {
    isFile = Deno.statSync(new URL(path, root)).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    throw error;
  }
  if (isFile) return yield path;
  for (const { name } of Deno.readDirSync(new URL(`${path}/`, root))) {
    yield* below(`${path}/${name}`);
  }
}
