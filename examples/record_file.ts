/** Files of encoded intents and results, one record a line. */

/** Writes a file with all of these records, or none. */
export async function writeRecords(
  file: string,
  records: readonly Uint8Array[],
): Promise<void> {
  await Deno.writeTextFile(`${file}.new`, records.map(lineOf).join(""));
  await Deno.rename(`${file}.new`, file);
}

/** Adds a record; the file need not be there. */
export async function appendRecord(
  file: string,
  record: Uint8Array,
): Promise<void> {
  await Deno.writeTextFile(file, lineOf(record), { append: true });
}

/** All records, in order; none if there is no file. */
export async function readRecords(
  file: string,
): Promise<Uint8Array<ArrayBuffer>[]> {
  let text: string;
  try {
    text = await Deno.readTextFile(file);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
  return text.split("\n").slice(0, -1).map((line) =>
    Uint8Array.fromBase64(line)
  );
}

function lineOf(record: Uint8Array): string {
  return `${record.toBase64()}\n`;
}
