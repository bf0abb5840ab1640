/** REST endpoint, with the console procedures that run the same operation. */
export interface RestEndpoint {
  name: string;
  method: string;
  /** Path in the OpenAPI format: `/api/v1/users/{userId}`. */
  path: string;
  summary: string;
  /** Name of the input field that forms the whole request body. Null if the body contains all remaining fields. */
  rawBody: string | null;
  procedures: string[];
}

/** Data that the console needs to show actions as REST calls. */
export interface RestReference {
  baseUrl: string;
  /** Sentences about the interfaces. */
  description: string;
  groups: { tag: string; endpoints: RestEndpoint[] }[];
}

/** Completed action in the console: a procedure with its input. */
export interface Call {
  procedure: string;
  input: Record<string, unknown>;
}

const areaOf = (procedure: string) => procedure.slice(0, procedure.lastIndexOf("."));

/**
 * Returns the groups of endpoints that belong to the procedures of a page. Matches the area of each procedure (`users` in
 * `users.page`), because some console procedures have no REST endpoint.
 */
export function groupsOf({ groups }: RestReference, procedures: string[]) {
  const areas = new Set(procedures.map(areaOf));
  return groups.filter(({ endpoints }) =>
    endpoints.some((endpoint) => endpoint.procedures.some((procedure) => areas.has(areaOf(procedure)))),
  );
}

/** Returns the REST endpoint for a procedure. Returns undefined if the operation exists only in the console. */
export const endpointOf = ({ groups }: RestReference, procedure: string) =>
  groups.flatMap(({ endpoints }) => endpoints).find(({ procedures }) => procedures.includes(procedure));

const secret = /password|secret|token|code/i;

/** Returns the input without internal parameters of the console. Masks secrets. */
const shown = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(shown)
    : typeof value === "object" && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([key, inner]) => inner !== undefined && !key.startsWith("$"))
            .map(([key, inner]) => [key, secret.test(key) && typeof inner === "string" ? "…" : shown(inner)]),
        )
      : value;

/** Quotes a text for POSIX shells. The shell does not expand the text. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** Returns a curl command for an action. The command contains no secret and no token. The administrator inserts the token. */
export function curlOf(baseUrl: string, { method, path, rawBody }: RestEndpoint, call: Call): string {
  const rest = { ...(shown(call.input) as Record<string, unknown>) };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  const body = rawBody === null ? rest : rest[rawBody];
  const hasBody = method !== "GET" && method !== "DELETE" && Object.keys(rest).length > 0;
  const query = hasBody
    ? ""
    : new URLSearchParams(
        Object.entries(rest).map(([key, value]) => [key, String(value as string)]),
      ).toString();
  return [
    `curl${method === "GET" ? "" : ` -X ${method}`} ${quoted(baseUrl + filled + (query && `?${query}`))}`,
    `-H "Authorization: Bearer $TOKEN"`,
    ...(hasBody ? ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`] : []),
  ].join(" \\\n  ");
}
