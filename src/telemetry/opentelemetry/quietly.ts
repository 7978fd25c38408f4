/**
 * What the call gives, or `undefined` where it throws: whether a tool is called
 * must not depend on who is watching.
 */
export function quietly<Value>(call: () => Value): Value | undefined {
  try {
    return call();
  } catch {
    return undefined;
  }
}
