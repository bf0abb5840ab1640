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

/** Time in milliseconds for which expressions that took too long are not tried again, because each try blocks the process. */
const REST_AFTER = 60_000;

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
const textFunctions = ["lowerAscii", "upperAscii", "trim", "substring", "indexOf", "charAt"];
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

/** What is wrong with an expression; `name` is the unknown name. */
export type ExpressionProblem =
  | { kind: "syntax"; detail: string }
  | { kind: "name"; name: string }
  | { kind: "loops" };

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
      if (!callable.has(value.function)) return { kind: "name", name: value.function };
      return first([value.target, ...value.args]);
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

/** Returns a function that evaluates expressions over these facts. It throws an `ExpressionError` if there is no value. */
export function createEvaluation(facts: ClaimFacts): (expression: string) => unknown {
  const session = facts.session ?? { acr: null, amr: [], authTime: null };
  const values: Record<string, CelInput> = {
    user: new Map<string, CelInput>([
      ...Object.entries(facts.user),
      ["custom", new Map<string, CelInput>(Object.entries(facts.customFields))],
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

const tooSlow = new LRUCache<string, Error>({ max: 1_000, ttl: REST_AFTER });

/**
 * Returns the result of a computation that evaluates these expressions. If they take too long, throws an error that becomes a 503
 * (kernel/concurrency/unavailability.ts), so that a user gets no token without a claim.
 */
export function withinTime<T>(expressions: readonly string[], task: () => T): T {
  const key = JSON.stringify(expressions);
  const before = tooSlow.get(key);
  if (before) throw before;
  realm["task"] = task;
  try {
    return runTask.runInContext(realm, { timeout: LONGEST }) as T;
  } catch (error) {
    if (isTimeout(error)) tooSlow.set(key, error);
    throw error;
  } finally {
    realm["task"] = undefined;
  }
}

const isTimeout = (error: unknown): error is Error =>
  (error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
