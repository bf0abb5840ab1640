import { Script, createContext } from "node:vm";
import {
  celEnv,
  isCelError,
  isCelList,
  isCelMap,
  isCelUint,
  parse,
  plan,
  type CelInput,
} from "@bufbuild/cel";
import { strings } from "@bufbuild/cel/ext";
import { LRUCache } from "lru-cache";
import { defineTexts, type CodedText } from "@/server/kernel/texts/define";
import { CodedError } from "@/server/kernel/texts/text";
import type { FieldValue } from "../custom-fields/custom-fields.schema";
import type { ClaimFacts } from "./facts";

/*
 * Expressions in CEL (https://cel.dev) over the facts of a user. They come from administrators of organizations, so they are hostile:
 * only the functions below, loops without loops inside, and a limit of time for all expressions of a request.
 */

/**
 * Maximum time of all expressions of one request in milliseconds. An ordinary expression takes less than 0.1. Wall time:
 * a busy machine must not reach it.
 */
const LONGEST = 500;

/** Maximum number of elements of a list that expressions read. */
const MAX_ELEMENTS = 500;

/** Maximum length of a value as JSON. */
const MAX_VALUE = 4_000;

const variables: ReadonlySet<string> = new Set(["user", "roles", "appRoles", "tags", "session"]);

const operators = [
  "_&&_",
  "_||_",
  "!_",
  "_==_",
  "_!=_",
  "_<_",
  "_<=_",
  "_>_",
  "_>=_",
  "_+_",
  "_-_",
  "_*_",
  "_/_",
  "_%_",
  "-_",
  "_?_:_",
  "_[_]",
  "@in",
  "@not_strictly_false",
];
const textFunctions = ["lowerAscii", "upperAscii", "trim", "substring", "charAt"];
const callable: ReadonlySet<string> = new Set([
  ...operators,
  ...textFunctions,
  "size",
  "startsWith",
  "endsWith",
  "contains",
  "matches",
  "int",
  "double",
  "string",
  "bool",
]);

const env = celEnv({ funcs: strings.filter(({ name }) => textFunctions.includes(name)) });

type Parsed = ReturnType<typeof parse>;
type Expr = Parsed["expr"];

/** Functions whose time grows with the product of both texts, and that cannot be interrupted. */
const searches: ReadonlySet<string> = new Set(["contains", "matches"]);
/** Returns true for the list in which a macro (`map`, `filter`) collects its results. */
const isCollected = (expr: Expr | undefined) =>
  expr?.exprKind.case === "identExpr" && expr.exprKind.value.name === "@result";
const isConstant = (expr: Expr) => expr.exprKind.case === "constExpr";

/** What is wrong with an expression; `name` is the unknown name. */
export type ExpressionProblem =
  | { kind: "syntax"; detail: string }
  | { kind: "name"; name: string }
  | { kind: "loops" | "pattern" | "growth" };

/** Returns what is wrong with a call apart from its arguments, or null. */
function callProblem(
  { function: name, args }: { function: string; args: Expr[] },
  inLoop: boolean,
): ExpressionProblem | null {
  if (!callable.has(name)) return { kind: "name", name };
  if (searches.has(name) && !args.every(isConstant)) return { kind: "pattern" };
  // A loop could double a text at each step.
  const grows = inLoop && name === "_+_" && !args.some(isConstant) && !isCollected(args[0]);
  return grows ? { kind: "growth" } : null;
}

/** Returns the first part of an expression that is not allowed, or null. `bound` are the names that it may use. */
function findProblem(
  expr: Expr | undefined,
  bound: ReadonlySet<string>,
  inLoop: boolean,
): ExpressionProblem | null {
  if (expr === undefined) return null;
  const first = (parts: (Expr | undefined)[], names = bound, loop = inLoop) => {
    for (const part of parts) {
      const problem = findProblem(part, names, loop);
      if (problem) return problem;
    }
    return null;
  };
  const { case: kind, value } = expr.exprKind;
  switch (kind) {
    case undefined:
    case "constExpr":
      return null;
    case "identExpr":
      return bound.has(value.name) ? null : { kind: "name", name: value.name };
    case "selectExpr":
      return first([value.operand]);
    case "callExpr":
      return callProblem(value, inLoop) ?? first([value.target, ...value.args]);
    case "listExpr":
      return first(value.elements);
    case "structExpr":
      if (value.messageName !== "") return { kind: "name", name: value.messageName };
      return first(
        value.entries.flatMap(({ keyKind, value: of }) => [
          keyKind.case === "mapKey" ? keyKind.value : undefined,
          of,
        ]),
      );
    case "comprehensionExpr": {
      if (inLoop) return { kind: "loops" };
      const names = new Set([...bound, value.iterVar, value.iterVar2, value.accuVar]);
      return (
        first([value.iterRange, value.accuInit]) ??
        first([value.loopCondition, value.loopStep, value.result], names, true)
      );
    }
  }
}

const message = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Returns what is wrong with an expression, or null. Reads only its text. */
export function expressionProblem(expression: string): ExpressionProblem | null {
  let parsed: Parsed;
  try {
    parsed = parse(expression);
  } catch (error) {
    return { kind: "syntax", detail: message(error).replace(/^<input>:/, "") };
  }
  return findProblem(parsed.expr, variables, false);
}

type Plan = (facts: Record<string, CelInput>) => unknown;
const plans = new LRUCache<string, { evaluate: Plan } | { problem: ExpressionProblem }>({ max: 5_000 });

function planOf(expression: string) {
  const known = plans.get(expression);
  if (known) return known;
  const problem = expressionProblem(expression);
  // The types of `plan` know the declared variables only; these are checked above.
  const planned = problem === null ? { evaluate: plan(env, parse(expression)) as Plan } : { problem };
  plans.set(expression, planned);
  return planned;
}

export const claimTexts = defineTexts("claim", {
  unknown_source: "The source of the value is unknown.",
  not_a_condition: "The condition is neither true nor false.",
  syntax: "This is not an expression: {detail}",
  unknown_name: "{name} is unknown.",
  nested_loop: "A loop contains a loop.",
  pattern_not_constant: "The argument of contains and matches must be a constant.",
  growing_text: "In a loop, one side of + must be a constant.",
  failed: "The expression failed: {detail}",
  value_too_long: "The value is too long.",
  number_too_large: "The number is too large.",
  keys_not_texts: "The keys of a map must be texts.",
  not_a_value: "The value is not a text, a number, true, false, a list or a map.",
  too_many_names: "The user has more than {max} roles or tags.",
});

/** Why an expression has no value. */
export class ExpressionError extends CodedError {}

function problemText(problem: ExpressionProblem): CodedText {
  switch (problem.kind) {
    case "syntax":
      return claimTexts.syntax({ detail: problem.detail });
    case "name":
      return claimTexts.unknown_name({ name: problem.name });
    case "loops":
      return claimTexts.nested_loop();
    case "pattern":
      return claimTexts.pattern_not_constant();
    case "growth":
      return claimTexts.growing_text();
  }
}

/** Returns the value of CEL as JSON. Throws an `ExpressionError` for values that JSON has not, and for large ones. */
function toJson(value: unknown, budget: { left: number }): unknown {
  const spend = (units: number) => {
    budget.left -= units;
    if (budget.left < 0) throw new ExpressionError(claimTexts.value_too_long());
  };
  spend(1);
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "string") {
    spend(value.length);
    return value;
  }
  if (typeof value === "bigint" || isCelUint(value)) {
    const number = Number(typeof value === "bigint" ? value : value.value);
    if (!Number.isSafeInteger(number)) throw new ExpressionError(claimTexts.number_too_large());
    return number;
  }
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (isCelList(value)) return [...value].map((item) => toJson(item, budget));
  if (isCelMap(value))
    return Object.fromEntries(
      [...value].map(([key, item]) => {
        if (typeof key !== "string" || key === "__proto__")
          throw new ExpressionError(claimTexts.keys_not_texts());
        spend(key.length);
        return [key, toJson(item, budget)];
      }),
    );
  throw new ExpressionError(claimTexts.not_a_value());
}

const bounded = (list: string[]) => {
  if (list.length > MAX_ELEMENTS) throw new ExpressionError(claimTexts.too_many_names({ max: MAX_ELEMENTS }));
  return list;
};

/** Maximum length of a custom field that expressions read. */
const MAX_TEXT = 1_000;
const withoutLong = (value: FieldValue | null) =>
  typeof value === "string" && value.length > MAX_TEXT ? null : value;

/** Returns a function that evaluates expressions over these facts. It throws an `ExpressionError` if there is no value. */
export function createEvaluation(facts: ClaimFacts): (expression: string) => unknown {
  const session = facts.session ?? { acr: null, amr: [], authTime: null };
  const values: Record<string, CelInput> = {
    user: new Map<string, CelInput>([
      ...Object.entries(facts.user),
      [
        "custom",
        new Map<string, CelInput>(
          Object.entries(facts.customFields).map(([name, value]) => [name, withoutLong(value)]),
        ),
      ],
    ]),
    roles: facts.roles,
    appRoles: facts.appRoles,
    tags: facts.tags,
    session: new Map<string, CelInput>([
      ["acr", session.acr],
      ["amr", session.amr],
    ]),
  };
  return (expression) => {
    [facts.roles, facts.appRoles, facts.tags].forEach(bounded);
    const planned = planOf(expression);
    if ("problem" in planned) throw new ExpressionError(problemText(planned.problem));
    const value = planned.evaluate(values);
    if (isCelError(value)) throw new ExpressionError(claimTexts.failed({ detail: message(value) }));
    return toJson(value, { left: MAX_VALUE });
  };
}

const realm = createContext({ task: undefined as (() => unknown) | undefined });
const runTask = new Script("task()");

/** Time in milliseconds that the slow evaluations of an organization may take in a minute, because each blocks the process. */
const BUDGET = 1_000;
/** An evaluation is slow from this time in milliseconds. */
const SLOW = 20;
const spent = new LRUCache<number, number>({ max: 10_000, ttl: 60_000, noUpdateTTL: true });

/**
 * Returns the result of a computation that evaluates expressions of an organization. If they take too long, throws an error that
 * becomes a 503 (kernel/concurrency/unavailability.ts), so that a user gets no token without a claim.
 */
export function withinTime<T>(tenantId: number, task: () => T): T {
  if ((spent.get(tenantId) ?? 0) >= BUDGET)
    throw Object.assign(new Error("the expressions of the organization were slow"), {
      code: "ERR_SCRIPT_EXECUTION_TIMEOUT",
    });
  const start = performance.now();
  realm["task"] = task;
  try {
    return runTask.runInContext(realm, { timeout: LONGEST }) as T;
  } finally {
    realm["task"] = undefined;
    const took = performance.now() - start;
    if (took >= SLOW) spent.set(tenantId, (spent.get(tenantId) ?? 0) + took);
  }
}
