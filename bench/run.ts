/**
 * What a call costs beside the same check and call written by hand: with this
 * package, and with ArkType or Zod alone.
 */
import {
  arktype,
  byHand,
  byHandBare,
  toolRunner,
  zod,
  zodBare,
} from "./checks.ts";
import { compare } from "./compare.ts";

await compare([byHand, byHandBare, toolRunner, arktype, zod, zodBare]);
