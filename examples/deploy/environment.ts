/** A setting that has to be there; without it the program does not start. */
export function required(name: string): string {
  const value = Deno.env.get(name);
  if (value !== undefined && value !== "") return value;
  throw new Error(
    `Cannot start without the environment variable ${name}; see README.md`,
  );
}

/** A setting that is a number, and is hardly ever set. */
export function milliseconds(name: string, unlessSet: number): number {
  const text = Deno.env.get(name) ?? String(unlessSet);
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new Error(`${name} has to be a whole number of milliseconds`);
}
