import { AppError, type ErrorCode, type ErrorDetails, type RefusalParams } from "../errors";
import { withParams } from "./with-params";

/** One way to refuse a request. Each area declares its own in a file of this folder. */
export interface RefusalDefinition {
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

/** The names in a text. `{}` is not a name. */
export type NameIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Exclude<Name, ""> | NameIn<Rest>
  : never;

/** Creates the refusal. Its parameters are the names in the definition's text. */
type Refuse<Text extends string> = [NameIn<Text>] extends [never]
  ? (details?: ErrorDetails) => AppError
  : (params: Record<NameIn<Text>, string | number>, details?: ErrorDetails) => AppError;

/** A refusal with its published code and its definition. */
export type Refusal<Text extends string = string> = Refuse<Text> & {
  readonly code: string;
  readonly definition: RefusalDefinition;
};

/** A refusal without its parameters, whose types differ. */
export type PublishedRefusal = Pick<Refusal, "code" | "definition">;

const hasParams = (text: string) => /\{\w+\}/.test(text);

/**
 * Declares the refusals of an area. The code of each is `<area>.<name>`. Clients rely on published codes: a
 * code never changes its meaning (docs/refusals.md). Texts may change. Names are spelled as in the code, so
 * that a search for the code finds its uses. `described` returns the description of a refusal from its text
 * and the field at fault.
 */
export function defineRefusals<const Definitions extends Record<string, RefusalDefinition>>(
  area: string,
  definitions: Definitions,
  described: (text: string, field: string | undefined) => string = (text) => text,
) {
  const refusals = Object.entries(definitions).map(([name, definition]) => {
    const code = `${area}.${name}`;
    const { status, text, field, error = errors[status] } = definition;
    const refuse = (params: RefusalParams, given: ErrorDetails = {}) => {
      const details = { ...(field !== undefined && { field }), ...given };
      const description = described(withParams(text, params), details.field);
      return new AppError(status, error, description, { code, params }, details);
    };
    const made = hasParams(text) ? refuse : (details?: ErrorDetails) => refuse({}, details);
    return [name, Object.assign(made, { code, definition })];
  });
  return Object.fromEntries(refusals) as {
    readonly [Name in keyof Definitions]: Refusal<Definitions[Name]["text"]>;
  };
}
