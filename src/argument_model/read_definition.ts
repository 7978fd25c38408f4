import type { DefinitionProblem } from "../errors.ts";
import {
  type ArkNode,
  type ArkScope,
  builtInMorph,
  isForeign,
  morphOf,
  OTHER_COPY,
} from "./arktype.ts";
import { copyJson } from "./json_value.ts";
import type { ArgumentNode, Default, Morph, ObjectNode } from "./node.ts";
import { readAnnotations } from "./read_annotations.ts";
import { readArray } from "./read_array.ts";
import { readObject } from "./read_object.ts";
import { readNumber, readString } from "./read_scalars.ts";
import { readUnion, readUnits } from "./read_union.ts";
import { adviceFor } from "./refusals.ts";

/** What holds for all of the definition below one place. */
export interface Place {
  /** Where it is, as an error names it. */
  readonly path: string;
  /** How it was written, where that is known. */
  readonly raw: unknown;
  /** Whether it lies in a secret parameter. */
  readonly secret: boolean;
  /** The description of the union around it, which ArkType repeats in each branch. */
  readonly inheritedDescription?: unknown;
  /** The scopes of the nodes around it, by which names may have been meant. */
  readonly scopes: ReadonlySet<ArkScope>;
  /** Whether it lies in a Type of another copy of ArkType. */
  readonly foreign: boolean;
}

/** Reads ArkType's node tree into ours, and collects what cannot be shown to a model. */
export class DefinitionReader {
  /** Everything that keeps the definition from becoming a tool's. */
  readonly problems: DefinitionProblem[] = [];
  /** The named shapes in the open and, apart from them, those in secret parameters, whose nodes tell nothing. */
  readonly #references = {
    open: new Map<ArkNode, NamedShape>(),
    secret: new Map<ArkNode, NamedShape>(),
  };

  /** The objects whose keys have rules beside their own definitions, to be judged when all is read. */
  readonly ruled: { path: string; node: ObjectNode }[] = [];
  /** The defaults, and the node that each has to fit, to be judged when all is read. */
  readonly defaults: { path: string; node: ArgumentNode; value: unknown }[] =
    [];

  /** Reads the definition of a whole argument object, written as `raw`. */
  readRoot(ark: ArkNode, raw: unknown): ArgumentNode {
    return this.read(ark, {
      path: "",
      raw,
      secret: false,
      scopes: new Set(),
      foreign: false,
    });
  }

  /** Reads one node, and all below it. */
  read(ark: ArkNode, around: Place): ArgumentNode {
    const place = surrounded(around, ark);
    switch (ark.kind) {
      case "unit":
        return readUnits(this, [ark], ark, place);
      case "domain":
      case "proto":
      case "intersection":
        return this.#readBasis(ark, place);
      case "union":
        return readUnion(this, ark, place);
      case "morph":
        return this.#readMorph(ark, place);
      case "alias":
        return this.#readAlias(ark, place);
      default:
        return this.refuse(
          place,
          `is ${ark.expression}, which is no JSON value`,
          "describe a JSON value",
        );
    }
  }

  /** Records a problem; what is returned only keeps the reading going. */
  refuse(
    { path, foreign }: Pick<Place, "path"> & Partial<Place>,
    reason: string,
    instead: string,
  ): ArgumentNode {
    this.problems.push({
      parameter: path,
      reason: foreign ? `${reason}, in ${OTHER_COPY}` : reason,
      instead: foreign ? `${instead}, and import ArkType once` : instead,
    });
    return { kind: "unknown", secret: false, rules: [] };
  }

  #readBasis(ark: ArkNode, place: Place): ArgumentNode {
    const annotations = readAnnotations(this, ark, place);
    const { domain, proto } = ark.inner;
    const here = { ...place, secret: annotations.secret };
    if (proto !== undefined) {
      const constructor = ark.kind === "proto" ? proto : proto.inner.proto;
      if (constructor === Array) return readArray(this, ark, annotations, here);
      const { reason, instead } = adviceFor(constructor);
      return this.refuse(place, reason, instead);
    }
    const name = typeof domain === "string" ? domain : domain?.inner.domain;
    switch (name) {
      case "string":
        return readString(this, ark, annotations, here);
      case "number":
        return readNumber(this, ark, annotations, here);
      case "object":
        return readObject(this, ark, annotations, here);
      case undefined:
        return { kind: "unknown", ...annotations };
      default: {
        const { reason, instead } = adviceFor(String(name));
        return this.refuse(place, reason, instead);
      }
    }
  }

  /** Reads the value of an absent key or element. */
  readDefault(value: unknown, node: ArgumentNode, place: Place): Default {
    const make = (): unknown =>
      copyJson(typeof value === "function" ? value() : value);
    try {
      const first = make();
      const same = JSON.stringify(first) === JSON.stringify(make());
      this.defaults.push({ path: place.path, node, value: first });
      if (!same) return { make };
      return {
        make: typeof first === "object" && first !== null ? make : () => first,
        published: { value: first },
      };
    } catch {
      this.refuse(
        place,
        "has a default that is not JSON",
        "give a JSON value, and make anything else of it in the body",
      );
      return { make: () => null };
    }
  }

  #readMorph(ark: ArkNode, place: Place): ArgumentNode {
    const annotations = readAnnotations(this, ark, place);
    const morphs = ark.inner.morphs ?? [];
    const known = morphs.map((morph) => builtInMorph(morph));
    if (known.includes("parse")) {
      return this.refuse(
        place,
        "is parsed by a keyword of ArkType's that lets bad values through",
        "take the text, and convert it in the body",
      );
    }
    const total = known.every((kind) => kind === "total");
    const words = total ? undefined : annotations.description;
    if (!total && words === undefined) {
      return this.refuse(
        place,
        "goes through a pipe that no word tells the model of",
        "describe it after the pipe, as in .pipe(...).describe(...)",
      );
    }
    const input: ArgumentNode = ark.inner.in === undefined
      ? { kind: "unknown", secret: annotations.secret, rules: [] }
      : this.read(ark.inner.in, {
        ...place,
        secret: annotations.secret,
        inheritedDescription: ark.meta.description,
      });
    return {
      ...input,
      ...annotations,
      ...(annotations.description === undefined &&
          input.description !== undefined
        ? { description: input.description }
        : {}),
      secret: annotations.secret || input.secret,
      rules: input.rules,
      morph: inTurn(input.morph, morphOf(morphs, words)),
    };
  }

  #readAlias(ark: ArkNode, place: Place): ArgumentNode {
    const target = ark.resolution;
    const alias = String(ark.inner.reference).slice(1);
    if (target.kind === "alias" || isAmbiguous(alias, target, place)) {
      // ArkType keeps intersections by their text, so one of another scope may stand here.
      return this.refuse(
        place,
        `refers to "${alias}", of which ArkType confuses two definitions in different scopes`,
        "give one of them another name",
      );
    }
    const annotations = readAnnotations(this, ark, place);
    const { secret } = annotations;
    const references = this.#references[secret ? "secret" : "open"];
    let known = references.get(target);
    if (known === undefined) {
      known = {
        name: this.#freeName(ark.inner.reference, place),
        node: undefined,
      };
      references.set(target, known);
      known.node = this.read(target, { ...place, secret, raw: undefined });
    }
    const { name } = known;
    const reference = known;
    return {
      kind: "reference",
      ...annotations,
      name,
      target: () => reference.node!,
    };
  }

  /** A name for `$defs` that is the same in every process: the alias, or the key at which the shape first recurs. */
  #freeName(reference: unknown, place: Place): string {
    const alias = typeof reference === "string" && /^\$\w+$/.test(reference)
      ? reference.slice(1)
      : /(\w+)\W*$/.exec(place.path)?.[1] ?? "shape";
    const { open, secret } = this.#references;
    const taken = new Set(
      [...open.values(), ...secret.values()].map(({ name }) => name),
    );
    let name = alias;
    for (let count = 2; taken.has(name); count++) name = `${alias}_${count}`;
    return name;
  }
}

interface NamedShape {
  readonly name: string;
  node: ArgumentNode | undefined;
}

/** The second morph, on what the first one made. */
function inTurn(first: Morph | undefined, second: Morph): Morph {
  if (first === undefined) return second;
  return {
    words: second.words ?? first.words,
    apply(value) {
      const result = first.apply(value);
      return "faults" in result ? result : second.apply(result.value);
    },
  };
}

/** The place of what is below `ark`. */
function surrounded(place: Place, ark: ArkNode): Place {
  const own = [ark.$, ...ark.inner.structure ? [ark.inner.structure.$] : []];
  const foreign = place.foreign || isForeign(ark);
  return own.every((scope) => place.scopes.has(scope)) &&
      foreign === place.foreign
    ? place
    : { ...place, scopes: new Set([...place.scopes, ...own]), foreign };
}

/** Whether a scope around the place has another definition by the name of the one that was found. */
function isAmbiguous(name: string, found: ArkNode, { scopes }: Place): boolean {
  let text: string | undefined;
  return [...scopes].some(({ resolutions }) => {
    const other = resolutions[name] as Partial<ArkNode> | undefined;
    if (other === found || other?.json === undefined) return false;
    text ??= JSON.stringify(found.json);
    return JSON.stringify(other.json) !== text;
  });
}

/** The path of a key below a place. */
export function pathOf({ path }: Pick<Place, "path">, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}
