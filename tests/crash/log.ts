/**
 * A file of lines that several processes append to. A line that was written is
 * there, whole, whatever is killed afterwards.
 */
export class Log {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  append(...words: readonly string[]): void {
    using file = this.#open();
    writeLine(file, words);
  }

  /** Appends unless a line begins with the first word; nobody comes in between. */
  appendOnce(...words: readonly [key: string, ...rest: string[]]): void {
    using file = this.#open();
    file.lockSync(true); // Ends with the process, or where the file is closed.
    if (!this.has(words[0])) writeLine(file, words);
  }

  has(first: string): boolean {
    return this.lines().some(([word]) => word === first);
  }

  /** The words of each line. */
  lines(): readonly (readonly string[])[] {
    try {
      const text = Deno.readTextFileSync(this.#path);
      return text.split("\n").slice(0, -1).map((line) => line.split(" "));
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return [];
      throw error;
    }
  }

  #open(): Deno.FsFile {
    return Deno.openSync(this.#path, { append: true, create: true });
  }
}

function writeLine(file: Deno.FsFile, words: readonly string[]): void {
  file.writeSync(new TextEncoder().encode(`${words.join(" ")}\n`));
  file.syncDataSync();
}
