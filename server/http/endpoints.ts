import { areas, operations, operationsOf } from "../domain/areas";
import type { Operation, Console, Download, Method, Rest } from "../kernel/operation/operation";

/*
 * The table of endpoints derives from the operations that declare an endpoint. The routes, the OpenAPI document, the API reference and
 * the test matrices derive from the table.
 */

/** Downloads of an endpoint. The value of the input field `by` selects one download. The first download is the default. */
export interface Downloads {
  by: string | null;
  kinds: [value: string, download: Download][];
}

export interface Endpoint {
  method: Method;
  /** Path in the form of OpenAPI: `/users/{userId}`. */
  path: string;
  operation: Operation;
  /** Operations of the console with the same purpose. */
  inConsole: Operation[];
  status: 200 | 201 | 204;
  rawBody: string | null;
  upsert: boolean;
  download: Downloads | null;
}

/** The endpoints under one heading of the API reference. */
export interface EndpointGroup {
  tag: string;
  /** Path prefix below the base URL. */
  prefix: string;
  endpoints: Endpoint[];
}

const shownBy = (console: Console | undefined) => (typeof console === "object" ? (console.shows ?? []) : []);

const methods: Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Orders by path, with names before parameters, and then by method. Routes with a name are thus found before those with a parameter. */
const inOrder = (one: Endpoint, other: Endpoint) =>
  one.path === other.path
    ? methods.indexOf(one.method) - methods.indexOf(other.method)
    : one.path < other.path
      ? -1
      : 1;

/** Creates the endpoint of an operation. Throws if its input lacks a parameter of the path. */
function endpointOf(operation: Operation, rest: Rest): Endpoint {
  const {
    at,
    status = 200,
    rawBody = null,
    upsert = false,
    download,
  } = typeof rest === "string" ? { at: rest } : rest;
  const [method, path] = at.split(" ") as [Method, string];
  for (const [, name = ""] of path.matchAll(/\{(\w+)\}/g))
    if (!(name in operation.input.shape))
      throw new Error(`The input of ${operation.name} has no field ${name}.`);
  const inConsole = operations.filter(({ console }) => shownBy(console).includes(at));
  return {
    method,
    path,
    operation,
    inConsole: operation.console === undefined ? inConsole : [operation, ...inConsole],
    status,
    rawBody,
    upsert,
    download: download ? downloadsOf(download) : null,
  };
}

const downloadsOf = (download: NonNullable<Exclude<Rest, string>["download"]>): Downloads =>
  "by" in download
    ? { by: download.by, kinds: Object.entries(download.kinds) }
    : { by: null, kinds: [["", download]] };

/** Every endpoint of the REST interfaces, in the order of the document. */
export const endpointGroups: EndpointGroup[] = areas.flatMap(({ heading, modules }) =>
  heading === null
    ? []
    : {
        tag: heading,
        prefix: "/api/v1",
        endpoints: operationsOf(modules)
          .flatMap((operation) => (operation.rest === undefined ? [] : endpointOf(operation, operation.rest)))
          .sort(inOrder),
      },
);
