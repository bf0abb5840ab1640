import type * as z from "zod";
import type { AnyObject, Operation } from "../kernel/operation/operation";

/*
 * The types of the table of endpoints. Each entry of the table names the operation for a method and a path. The routes, the
 * OpenAPI document, the API reference and the test matrices are generated from the table.
 */

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The content type of a streamed text, and its file name in a browser. */
export interface Download {
  contentType: string;
  fileName: string;
}
/** Downloads of an endpoint. The value of the input field `by` selects one download. The first download is the default. */
export interface Downloads {
  by: string | null;
  kinds: [value: string, download: Download][];
}

export interface EndpointOptions {
  /** Status code of a success; 200 by default. */
  status?: 200 | 201 | 204;
  /** Name of the input field whose value is the whole body. */
  rawBody?: string;
  /** True if the operation creates a record (201) or changes an existing one (200). */
  upsert?: boolean;
  download?: Download | { by: string; kinds: Record<string, Download> };
  /** The console's operation for the same purpose, if it differs from `operation`. */
  inConsole?: Operation;
}

export interface Endpoint {
  method: Method;
  /** Path in the form of OpenAPI: `/users/{userId}`. */
  path: string;
  operation: Operation;
  inConsole: Operation;
  status: 200 | 201 | 204;
  rawBody: string | null;
  upsert: boolean;
  download: Downloads | null;
}

/** Parameter names in the braces of a path. */
type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;

/** The type of the operation if its input has a field for every name in the path; otherwise `never`. */
type Fitting<Path extends string, In extends AnyObject, Out extends z.ZodType> =
  PathNames<Path> extends keyof z.input<In> ? Operation<In, Out> : never;

const method =
  (name: Method) =>
  <Path extends string, In extends AnyObject, Out extends z.ZodType>(
    path: Path,
    operation: Fitting<Path, In, Out>,
    { status = 200, rawBody, upsert = false, download, inConsole = operation }: EndpointOptions = {},
  ): Endpoint => ({
    method: name,
    path,
    operation,
    inConsole,
    status,
    rawBody: rawBody ?? null,
    upsert,
    download: download ? downloadsOf(download) : null,
  });

const downloadsOf = (download: NonNullable<EndpointOptions["download"]>): Downloads =>
  "by" in download
    ? { by: download.by, kinds: Object.entries(download.kinds) }
    : { by: null, kinds: [["", download]] };

export const GET = method("GET");
export const POST = method("POST");
export const PUT = method("PUT");
export const PATCH = method("PATCH");
export const DELETE = method("DELETE");

/** A group of endpoints under one heading of the API reference. */
export interface EndpointGroup {
  tag: string;
  /** Path prefix below the base URL. */
  prefix: string;
  endpoints: Endpoint[];
}

/** Declares a group. */
export const group = (tag: string, prefix: string, endpoints: Endpoint[]): EndpointGroup => ({
  tag,
  prefix,
  endpoints,
});
