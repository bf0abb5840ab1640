/** Endpoint of the REST interface, and the console's procedures with the same operation. */
export interface RestEndpoint {
  name: string;
  method: string;
  /** Path as in OpenAPI: `/api/v1/users/{userId}`. */
  path: string;
  summary: string;
  /** Input field that is the whole body. */
  rawBody: string | null;
  procedures: string[];
}

/** Data that the console needs to show its actions as REST calls. */
export interface RestReference {
  baseUrl: string;
  groups: { tag: string; endpoints: RestEndpoint[] }[];
}

/** Action in the console. */
export interface Call {
  procedure: string;
  input: Record<string, unknown>;
}

const areaOf = (procedure: string) => procedure.slice(0, procedure.lastIndexOf("."));

/**
 * Returns the groups of endpoints for a page's procedures. Compares areas instead of procedures, because the console has its own
 * queries (sorted, joined).
 */
export function groupsOf({ groups }: RestReference, procedures: string[]) {
  const areas = new Set(procedures.map(areaOf));
  return groups.filter(({ endpoints }) =>
    endpoints.some((endpoint) => endpoint.procedures.some((procedure) => areas.has(areaOf(procedure)))),
  );
}

/** Returns the endpoint with the operation of a procedure. Undefined if only the console has the operation. */
export const endpointOf = ({ groups }: RestReference, procedure: string) =>
  groups.flatMap(({ endpoints }) => endpoints).find(({ procedures }) => procedures.includes(procedure));

const secret = /password|secret|token|code/i;

/** Returns the sent value without the console's own parameters and with masked secrets. */
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

/** Quotes a text literally for POSIX shells. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** Returns a curl command for an action. The reader inserts the token. The command contains no secret. */
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
