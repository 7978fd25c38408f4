/** More edits than this are another word, however long the word is. */
const MOST_EDITS = 5;

/** The one of `names` that `written` is most likely a slip of; `undefined` where none is near. */
export function nearestName(
  written: string,
  names: readonly string[],
): string | undefined {
  if (written.length > 64) return undefined;
  const plain = simplified(written);
  let nearest: string | undefined;
  const most = Math.floor(plain.length / 3);
  let least = Math.min(Math.max(1, most), MOST_EDITS) + 1;
  for (const name of names.slice(0, 200)) {
    const other = simplified(name);
    const contained = plain.length > 2 && other.length > 2 &&
      (other.includes(plain) || plain.includes(other));
    const distance = contained ? 1 : distanceBetween(plain, other, least);
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

/** The Levenshtein distance by the usual two rows, or anything from `limit` on if it is not below that. */
function distanceBetween(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) >= limit) return limit;
  let above = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = new Array<number>(right.length + 1).fill(limit);
    current[0] = row;
    let least = row;
    // Further from the diagonal there is no distance below the limit.
    const last = Math.min(right.length, row + limit - 1);
    for (let column = Math.max(1, row - limit + 1); column <= last; column++) {
      const changed = left[row - 1] === right[column - 1] ? 0 : 1;
      const distance = Math.min(
        above[column - 1]! + changed,
        above[column]! + 1,
        current[column - 1]! + 1,
      );
      current[column] = distance;
      least = Math.min(least, distance);
    }
    if (least >= limit) return limit;
    above = current;
  }
  return above[right.length]!;
}
