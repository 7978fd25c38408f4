/** Far longer than anything takes on a busy machine. */
const PATIENCE_MS = 20_000;
const POLL_MS = 25;

/** Waits until something in another process has come about; a question that fails is asked again. */
export async function poll(
  what: string,
  question: () => Promise<boolean>,
): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  let last: unknown;
  while (performance.now() < end) {
    try {
      if (await question()) return;
    } catch (error) {
      last = error;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`Waited in vain for ${what}`, { cause: last });
}
