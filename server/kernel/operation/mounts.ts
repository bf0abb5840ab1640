/*
 * Where callers reach an operation: at an endpoint of the REST interface, and as a procedure of the console. Each operation declares
 * its own places. Routes, the OpenAPI document, the API reference and the console's router derive from them.
 */

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Method and path below `/api/v1`, in the form of OpenAPI: `GET /users/{userId}`. */
export type RestAddress = `${Method} /${string}`;

/** The content type of a streamed text, and its file name in a browser. */
export interface Download {
  contentType: string;
  fileName: string;
}

export interface RestMount {
  at: RestAddress;
  /** Status code of a success; 200 by default. */
  status?: 201 | 204;
  /** Name of the input field whose value is the whole body. */
  rawBody?: string;
  /** True if the operation creates a record (201) or changes an existing one (200). */
  upsert?: true;
  /** The answer as a file. The value of the input field `by` selects the file; the first is the default. */
  download?: Download | { by: string; kinds: Record<string, Download> };
}

/** Path of a procedure in the console's router: `users.create`. */
export type ProcedurePath = `${string}.${string}`;

export interface ConsoleMount {
  at: ProcedurePath;
  /** Endpoints with the same purpose and another operation. The console shows them as the requests of its page. */
  shows?: readonly RestAddress[];
  /** The input of this query is too long for a URL. It is sent like a change, but changes nothing. */
  inBody?: true;
  /** The audit log records commands on the caller's own account separately from the actions of administrators. */
  channel?: "account";
  /** Maximum size of the body in bytes, if it exceeds the limit of other procedures. */
  mostBytes?: number;
}

export type Rest = RestAddress | RestMount;
export type Console = ProcedurePath | ConsoleMount;
