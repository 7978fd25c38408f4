/** The one of `names` that `written` is most likely a slip of; `undefined` where none is near. */
export function nearestName(
  written: string,
  names: readonly string[],
): string | undefined {
  if (written.length > 64) return undefined;
  const plain = simplified(written);
  let nearest: string | undefined;
  let least = Math.max(1, Math.floor(plain.length / 3)) + 1;
  for (const name of names.slice(0, 200)) {
    const other = simplified(name);
    const contained = plain.length > 2 && other.length > 2 &&
      (other.includes(plain) || plain.includes(other));
    const distance = contained ? 1 : distanceBetween(plain, other);
    if (distance < least) {
      least = distance;
      nearest = name;
    }
  }
  return nearest;
}

/** Case and word marks are the most common slips, so they count for nothing. */
function simplified(name: string): string {
  return name.toLowerCase().replaceAll(/[_\-.\s]/g, "");
}

/** The Levenshtein distance, by the usual two rows. */
function distanceBetween(left: string, right: string): number {
  if (Math.abs(left.length - right.length) > 21) return Infinity;
  let above = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const changed = above[column - 1]! +
        (left[row - 1] === right[column - 1] ? 0 : 1);
      current.push(
        Math.min(changed, above[column]! + 1, current[column - 1]! + 1),
      );
    }
    above = current;
  }
  return above[right.length]!;
}
