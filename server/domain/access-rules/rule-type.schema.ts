import type fc from "fast-check";
import type * as z from "zod";
import type { CodedText, TextParam } from "@/server/kernel/texts/define";
import type { Address, Match } from "./matching.schema";
import type { SignInMethod } from "./sign-in-methods.schema";

/*
 * The parts of an access-rule type. Each module in types/ builds one by `eitherWay`, `allowance`, `denial` or `limit`, which
 * do not compile without every part; rule-types.schema.ts lists them. All of this is pure and safe for the browser.
 */

/** What is known of a sign-in. Null: not known. */
export interface Facts {
  at: Date;
  ip: string | null;
  /** ISO 3166-1 alpha-2, upper case. */
  country: string | null;
  region: string | null;
  /** Whether the address is a VPN's, a proxy's or of Tor. */
  anonymizer: boolean | null;
  method: SignInMethod;
  userId: number;
  /** Every tag that the person has. */
  tagIds: readonly number[];
  /** The app they are on their way to; null for the console and the account pages. */
  appId: number | null;
}

/** Facts with the address parsed once for all compiled rules. */
export interface PreparedFacts extends Facts {
  address: Address | null;
}

/** The facts that an explanation supposes; a missing one is not known. */
export type Supposed = Partial<Pick<Facts, "country" | "ip" | "method">>;

export interface Limits {
  maxSessions?: number;
  maxSessionMinutes?: number;
  maxDevices?: number;
}

export type Effect = "allow" | "deny";

/** The sentence with which a rule refuses a sign-in. */
export interface Sentence {
  /** Returns the sentence. `found` is the fact of the sign-in that it names. */
  text: (found: TextParam) => CodedText;
  /** Returns this fact. Rules that name the same fact share one function, so that it runs once. */
  found: (facts: Facts) => TextParam;
}

/** A rule that may refuse, as compiled questions tell of it. */
export interface Refuser {
  /** Its index among all rules. */
  position: number;
  rule: { id: number; type: string };
  sentence: Sentence;
}

/** A rule of one type, with its fields. */
export interface Compilable<D> {
  refuser: Refuser;
  definition: D;
}

/** Returns the rules that deny this sign-in, in their order. */
export type Denial = (facts: PreparedFacts) => readonly Refuser[];
/** Returns whether one of the alternatives holds. */
export type Allowance = (facts: PreparedFacts) => Match;

/** The fields of a type as a request may send them, with their descriptions in the API reference. */
export type RequestFields = Record<string, z.ZodType>;

/** An access-rule type with fields `D`. */
export interface RuleKind<D> {
  /** `either`: a field of the rule says which. `limit`: it refuses nothing by itself. */
  role: "either" | Effect | "limit";
  /** Whether past sign-ins keep the facts that the type needs, so that a preview can tell whom it would refuse. */
  foreseeable: boolean;
  /** When it holds or meets a sign-in: its row in docs/access-rules.md. */
  description: string;
  /** Returns the rule as the beginning of a sentence. */
  demand: (definition: D) => CodedText;
  /** Null for a limit. */
  effectOf: (definition: D) => Effect | null;
  matches: (definition: D, facts: Facts) => Match;
  /** Throws for a limit. */
  sentence: (definition: D) => Sentence;
  /** Returns the unknown fact that an explanation needs, in words that follow "depends on"; null if it is known. */
  missing: (supposed: Supposed) => CodedText | null;
  limitsOf: (definition: D) => Limits;
  /** Merges denying rules of one scope into one question. */
  compileDenials: (rules: readonly Compilable<D>[]) => Denial;
  /** Merges allowing rules of one scope into one question. */
  compileAllowances: (rules: readonly Compilable<D>[]) => Allowance;
}

/** A type that can be stored: with what checks its fields and what makes some up for tests. */
export interface RuleTypeModule<
  S extends z.ZodType = z.ZodType,
  F extends RequestFields = RequestFields,
> extends RuleKind<z.output<S>> {
  /** Checks the fields of a rule of this type. */
  schema: S;
  fields: F;
  /** Makes up definitions for the comparison of `decide` with `createDecider`. */
  generate: (check: typeof fc) => fc.Arbitrary<z.output<S>>;
}

type Common<S extends z.ZodType, F extends RequestFields> = Pick<
  RuleTypeModule<S, F>,
  "schema" | "fields" | "description" | "demand" | "generate"
>;
type Refusing<S extends z.ZodType, F extends RequestFields> = Common<S, F> &
  Pick<RuleTypeModule<S, F>, "matches" | "sentence" | "missing" | "foreseeable">;

const never = (part: string) => () => {
  throw new Error(`an access rule of this type has no ${part}`);
};
const noLimits = (): Limits => ({});

/** Makes a type whose rules allow or deny, by their field `effect`. */
export const eitherWay = <S extends z.ZodType<{ effect: Effect }>, F extends RequestFields>(
  parts: Refusing<S, F> & Pick<RuleTypeModule<S, F>, "compileDenials" | "compileAllowances">,
): RuleTypeModule<S, F> => ({
  ...parts,
  role: "either",
  effectOf: ({ effect }) => effect,
  limitsOf: noLimits,
});

/** Makes a type whose rules are alternatives: one of a scope must hold. */
export const allowance = <S extends z.ZodType, F extends RequestFields>(
  parts: Refusing<S, F> & Pick<RuleTypeModule<S, F>, "compileAllowances">,
): RuleTypeModule<S, F> => ({
  ...parts,
  role: "allow",
  effectOf: () => "allow",
  limitsOf: noLimits,
  compileDenials: never("denial"),
});

/** Makes a type whose rules refuse what they match. */
export const denial = <S extends z.ZodType, F extends RequestFields>(
  parts: Refusing<S, F> & Pick<RuleTypeModule<S, F>, "compileDenials">,
): RuleTypeModule<S, F> => ({
  ...parts,
  role: "deny",
  effectOf: () => "deny",
  limitsOf: noLimits,
  compileAllowances: never("allowance"),
});

/** Makes a type that says how much, not whether. */
export const limit = <S extends z.ZodType<Limits>, F extends RequestFields>(
  parts: Omit<Common<S, F>, "description">,
): RuleTypeModule<S, F> => ({
  ...parts,
  role: "limit",
  foreseeable: false,
  description: "refuses nothing by itself",
  effectOf: () => null,
  matches: () => "unknown",
  sentence: never("refusal"),
  missing: () => null,
  limitsOf: (definition) => definition,
  compileDenials: never("denial"),
  compileAllowances: never("allowance"),
});
