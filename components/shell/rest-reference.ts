/** An endpoint of the REST interface, and the console's procedures that do or tell the same. */
export interface RestEndpoint {
  name: string;
  method: string;
  /** From the host on, as OpenAPI writes it: `/api/v1/users/{userId}`. */
  path: string;
  summary: string;
  /** The whole body is the value of this input field. */
  rawBody: string | null;
  procedures: string[];
}

/** What the console needs to say what it does as calls of the REST interface. */
export interface RestReference {
  baseUrl: string;
  groups: { tag: string; endpoints: RestEndpoint[] }[];
}

/** A step that was done in the console. */
export interface Call {
  procedure: string;
  input: Record<string, unknown>;
}

const areaOf = (procedure: string) => procedure.slice(0, procedure.lastIndexOf("."));

/**
 * The groups of endpoints that a page's procedures belong to: a page asks in the console's own words (sorted, joined), so
 * that not the procedure but its area decides.
 */
export function groupsOf({ groups }: RestReference, procedures: string[]) {
  const areas = new Set(procedures.map(areaOf));
  return groups.filter(({ endpoints }) =>
    endpoints.some((endpoint) => endpoint.procedures.some((procedure) => areas.has(areaOf(procedure)))),
  );
}

/** The endpoint that does what a procedure does; undefined where only the console can. */
export const endpointOf = ({ groups }: RestReference, procedure: string) =>
  groups.flatMap(({ endpoints }) => endpoints).find(({ procedures }) => procedures.includes(procedure));

const secret = /password|secret|token|code/i;

/** As it was sent, without what the console adds for itself, and with secrets made unreadable. */
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

/** As POSIX shells take a text that means nothing to them. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** A step as the curl that does the same; the token is left to the reader, and no secret is in it. */
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
