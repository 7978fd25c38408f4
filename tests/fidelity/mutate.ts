import { SPECIAL_KEYS } from "./corpus.ts";
import type { Random } from "./random.ts";

/** One place in a value: how to put another value there. */
type Put = (other: unknown) => unknown;

/** `value` with one thing changed somewhere in it; the given one stays as it is. */
export function mutated(
  value: unknown,
  random: Random,
  others: readonly unknown[],
): unknown {
  const places: { value: unknown; put: Put }[] = [];
  collect(value, (other) => other, places);
  const place = random.pick(places);
  return place.put(changed(place.value, random, others));
}

/** Every value that `value` holds, itself included, and how to replace it. */
function collect(
  value: unknown,
  put: Put,
  places: { value: unknown; put: Put }[],
): void {
  places.push({ value, put });
  if (typeof value !== "object" || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    collect(member, (other) => put(withMember(value, key, other)), places);
  }
}

function withMember(whole: object, key: string, member: unknown): unknown {
  if (Array.isArray(whole)) return whole.with(Number(key), member);
  return fromEntries(
    Object.entries(whole).map(([name, value]) => [
      name,
      name === key ? member : value,
    ]),
  );
}

/** As `JSON.parse` makes objects: `__proto__` is a key like any other. */
export function fromEntries(
  entries: readonly (readonly [string, unknown])[],
): Record<string, unknown> {
  return Object.fromEntries(entries);
}

function changed(
  value: unknown,
  random: Random,
  others: readonly unknown[],
): unknown {
  if (random.chance(0.2)) return random.pick(others);
  if (random.chance(0.05)) return [value];
  if (random.chance(0.05)) return { a: value };
  if (Array.isArray(value)) return changedArray(value, random, others);
  if (typeof value === "object" && value !== null) {
    return changedObject(Object.entries(value), random, others);
  }
  if (typeof value === "string") return changedText(value, random);
  if (typeof value === "number") return changedNumber(value, random);
  return typeof value === "boolean" ? !value : random.pick(others);
}

function changedArray(
  value: readonly unknown[],
  random: Random,
  others: readonly unknown[],
): unknown {
  switch (random.below(5)) {
    case 0:
      return value.slice(0, -1);
    case 1:
      return value.slice(1);
    case 2:
      return [...value, ...value.slice(-1)];
    case 3:
      return [...value, random.pick(others)];
    default:
      return fromEntries(value.map((member, index) => [`${index}`, member]));
  }
}

function changedObject(
  entries: readonly [string, unknown][],
  random: Random,
  others: readonly unknown[],
): unknown {
  const index = random.below(entries.length);
  switch (random.below(6)) {
    case 0:
      return entries.map(([, member]) => member);
    case 1:
    case 2:
      return fromEntries(entries.filter((_, other) => other !== index));
    case 3:
      return fromEntries(
        entries.map(([key, member], other) =>
          other === index ? [`${key}x`, member] : [key, member]
        ),
      );
    default:
      return fromEntries([...entries, [
        random.pick(SPECIAL_KEYS),
        random.pick(others),
      ]]);
  }
}

function changedText(text: string, random: Random): string {
  switch (random.below(9)) {
    case 0:
      return text.slice(0, -1);
    case 1:
      return text.slice(1);
    case 2:
      return `${text}😀`;
    case 3:
      return `${text}\ud83d`;
    case 4:
      return `${text}\n`;
    case 5:
      return `\n${text}`;
    case 6:
      return text.toUpperCase();
    case 7:
      return text.replace(/.$/u, "😀");
    default:
      return text + text;
  }
}

function changedNumber(value: number, random: Random): number {
  const step = random.pick([1, -1, 0.5, 1e-9, Number.EPSILON, 2 ** 53]);
  switch (random.below(4)) {
    case 0:
      return -value;
    case 1:
      return Number.isFinite(value * 1e300) ? value * 1e300 : value / 3;
    default:
      return value + step;
  }
}
