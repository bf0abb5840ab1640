import type { CodedText, TextParam } from "@/db/kit";
import { AppError, type ErrorCode, type ErrorDetails, type RefusalParams } from "../errors";

export type { CodedText, TextParam };

/** The names in a text. `{}` is not a name. */
export type NameIn<English extends string> = English extends `${string}{${infer Name}}${infer Rest}`
  ? Exclude<Name, ""> | NameIn<Rest>
  : never;

/** Returns the text with its parameters. A name without a parameter stays as it is. Safe for the browser. */
export const withParams = (text: string, params: Readonly<Record<string, string | number>>) =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : whole,
  );

/** Returns the names of the parameters in a text, sorted. */
export const paramsIn = (text: string) =>
  [...new Set(Array.from(text.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name))].sort();

/** A code and its English text. A refusal has a status, too. */
export interface DeclaredText {
  readonly code: string;
  readonly english: string;
  readonly status?: number;
}

const declared = new Map<string, DeclaredText>();

/** The texts of the imported modules, by code. `server/container.ts` imports every module with texts. */
export const declaredTexts: ReadonlyMap<string, DeclaredText> = declared;

/** Adds a text to those of its process. */
export function declareText<const Text extends DeclaredText>(text: Text): Text {
  // In development, a changed module declares its texts again.
  if (declared.has(text.code) && process.env.NODE_ENV !== "development")
    throw new Error(`Two texts have the code ${text.code}.`);
  declared.set(text.code, text);
  return text;
}

/** Creates the text. Its parameters are the names in its English text. */
type Say<English extends string> = [NameIn<English>] extends [never]
  ? () => CodedText
  : (params: Record<NameIn<English>, TextParam>) => CodedText;

/** Creates texts of one code. */
export type DefinedText<English extends string> = Say<English> & DeclaredText;

/**
 * Declares texts that operations return: facts, reasons, results, names. The code of each is `<area>.<name>`, and
 * de.json has its German. Records contain codes: a code and its parameters never change (docs/languages.md). A list as
 * a parameter is joined by commas. A variable word of a sentence is a text of its own, because other languages inflect it.
 */
export function defineTexts<const English extends Record<string, string>>(area: string, table: English) {
  const texts = Object.entries(table).map(([name, english]) => {
    const { code } = declareText({ code: `${area}.${name}`, english });
    const say = (params: CodedText["params"] = {}): CodedText => ({ code, params });
    return [name, Object.assign(say, { code, english })];
  });
  return Object.fromEntries(texts) as { readonly [Name in keyof English]: DefinedText<English[Name]> };
}

/** One way to refuse a request. */
interface RefusalDefinition {
  /** HTTP status of the answer. */
  status: keyof typeof errors;
  /** One plain sentence for the caller. `{name}` is replaced by the parameter of that name. */
  text: string;
  /** The input field at fault, unless the caller of the refusal names another one. */
  field?: string;
  /** OAuth error of the REST body, if it differs from the usual one of the status. */
  error?: ErrorCode;
}

/** OAuth errors by status (management.md §7). */
const errors = {
  400: "invalid_request",
  401: "invalid_token",
  403: "insufficient_scope",
  404: "not_found",
  405: "invalid_request",
  408: "invalid_request",
  409: "conflict",
  412: "conflict",
  413: "content_too_large",
  415: "invalid_request",
  422: "unprocessable",
  429: "too_many_requests",
  500: "server_error",
  501: "invalid_request",
  503: "unavailable",
} as const satisfies Record<number, ErrorCode>;

/** Creates the refusal. Its parameters are the names in the definition's text. */
export type Refuse<Text extends string> = [NameIn<Text>] extends [never]
  ? (details?: ErrorDetails) => AppError
  : (params: Record<NameIn<Text>, string | number>, details?: ErrorDetails) => AppError;

/** Creates refusals of one code. */
export type Refusal<Text extends string = string> = Refuse<Text> & DeclaredText;

/**
 * Declares refusals. The code of each is `<area>.<name>`, and de.json has its German. Clients rely on published codes:
 * a code never changes its meaning (docs/refusals.md). Texts may change. Names are spelled as in the code, so that a
 * search for the code finds its uses.
 */
export function defineRefusals<const Definitions extends Record<string, RefusalDefinition>>(
  area: string,
  definitions: Definitions,
) {
  const refusals = Object.entries(definitions).map(([name, definition]) => {
    const { status, text: english, field, error = errors[status] } = definition;
    const text = declareText({ code: `${area}.${name}`, english, status });
    const refuse = (params: RefusalParams, given: ErrorDetails = {}) => {
      const details = { ...(field !== undefined && { field }), ...given };
      return new AppError(status, error, withParams(english, params), { code: text.code, params }, details);
    };
    const made = paramsIn(english).length > 0 ? refuse : (details?: ErrorDetails) => refuse({}, details);
    return [name, Object.assign(made, text)];
  });
  return Object.fromEntries(refusals) as {
    readonly [Name in keyof Definitions]: Refusal<Definitions[Name]["text"]>;
  };
}
