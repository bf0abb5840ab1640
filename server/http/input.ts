import * as z from "zod";
import { AppError } from "../kernel/errors";
import { jsonFrom, textFrom } from "../kernel/strings/json";
import { declaredTexts } from "../kernel/texts/define";
import { requestRefusals } from "../kernel/refusals";
import { bytesOf } from "../kernel/http/request-body";
import { isStorable } from "../kernel/operation/storable";
import type { Endpoint } from "./endpoints";

/** Maximum size of a JSON body in bytes. */
export const MAX_BODY = 1024 * 1024;

/** Sources of an endpoint's input fields: path, query and body. Computed once for each endpoint. */
export interface InputPlan {
  path: string[];
  query: { name: string; kind: "integer" | "boolean" | "string" }[];
  takesBody: boolean;
  /** True if the endpoint requires a field, or if a request without a body would have no effect. */
  needsBody: boolean;
  rawBody: string | null;
  /** Fields of the answer that a client may send back but not change (clarifications, general 4). */
  readOnly: ReadonlySet<string>;
}

export function planInput({ method, path, operation, rawBody }: Endpoint): InputPlan {
  const shape = operation.input.shape as Record<string, z.ZodType>;
  const names = pathNames(path);
  const takesBody = method === "POST" || method === "PUT" || method === "PATCH";
  const fields = Object.entries(shape).filter(([name]) => !names.includes(name));
  const output = operation.output instanceof z.ZodObject ? Object.keys(operation.output.shape) : [];
  return {
    path: names,
    query: takesBody ? [] : fields.map(([name, schema]) => ({ name, kind: kindOf(schema) })),
    takesBody,
    needsBody:
      takesBody &&
      fields.length > 0 &&
      (method !== "POST" || fields.some(([, schema]) => !schema.safeParse(undefined).success)),
    rawBody,
    readOnly: new Set(
      [...names, "createdAt", ...output].filter((name) => names.includes(name) || !(name in shape)),
    ),
  };
}

export const pathNames = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

/**
 * Returns the type to which a query value is converted. Body values need no conversion, because only a query consists of text
 * alone.
 */
function kindOf(schema: z.ZodType): "integer" | "boolean" | "string" {
  let inner: z.ZodType = schema;
  while (
    inner instanceof z.ZodOptional ||
    inner instanceof z.ZodDefault ||
    inner instanceof z.ZodNullable ||
    inner instanceof z.ZodPrefault
  ) {
    inner = inner.unwrap() as z.ZodType;
  }
  return inner instanceof z.ZodNumber ? "integer" : inner instanceof z.ZodBoolean ? "boolean" : "string";
}

/**
 * Returns the values of a path. If the text of an id is not a valid id, throws the refusal for a missing resource
 * (clarifications, general 2).
 */
export function pathInput(plan: InputPlan, values: Record<string, string>, shape: Record<string, z.ZodType>) {
  const input: Record<string, unknown> = {};
  for (const name of plan.path) {
    const text = values[name] ?? "";
    if (shape[name] && kindOf(shape[name]) === "string") {
      // The database cannot store this text, so no resource has it as a name.
      if (!isStorable(text)) throw noSuch(name.replace(/Name$/, ""));
      input[name] = text;
      continue;
    }
    const id = /^[1-9][0-9]{0,15}$/.test(text) ? Number(text) : NaN;
    if (!Number.isSafeInteger(id)) throw noSuch(name.replace(/Id$/, ""));
    input[name] = id;
  }
  return input;
}

/**
 * Returns the refusal for a path that names no resource. The kind of resource may have a refusal of its own. If the texts of
 * both refusals are equal, returns the code of the resource's refusal.
 */
function noSuch(resource: string) {
  const general = requestRefusals.resource_not_found({ resource: resource || "resource" });
  const own = declaredTexts.get(`${resource}.not_found`);
  if (own?.english !== general.message) return general;
  return new AppError(general.status, general.error, general.message, { code: own.code, params: {} });
}

/** Texts in lower case. Some programming languages print `True` and `False`. */
const booleans = new Map([
  ["true", true],
  ["false", false],
]);

/** Returns the query values in the types that the operation declares. Ignores undeclared parameters. */
export function queryInput(plan: InputPlan, query: URLSearchParams) {
  const input: Record<string, unknown> = {};
  for (const { name, kind } of plan.query) {
    const values = query.getAll(name);
    if (values.length === 0) continue;
    if (values.length > 1) throw requestRefusals.repeated_parameter({ name }, { field: name });
    const text = values[0]!;
    if (kind === "integer") input[name] = /^-?[0-9]{1,16}$/.test(text) ? Number(text) : text;
    else if (kind === "boolean") input[name] = booleans.get(text.toLowerCase()) ?? text;
    else input[name] = text;
  }
  return input;
}

/** Returns the body's fields. An empty body counts as an empty object if no field is required. */
export async function bodyInput(plan: InputPlan, request: Request) {
  const text = await readText(request);
  if (plan.rawBody !== null) return { [plan.rawBody]: jsonFrom(text) };
  const body = text.trim() === "" ? (plan.needsBody ? null : {}) : jsonFrom(text);
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw requestRefusals.body_not_object();
  // `fromEntries` creates `__proto__` as an own property. The validation then refuses `__proto__` as an unknown field.
  return Object.fromEntries(Object.entries(body).filter(([name]) => !plan.readOnly.has(name)));
}

async function readText(request: Request) {
  const bytes = await bytesOf(request, MAX_BODY);
  if (bytes === null) throw requestRefusals.body_too_large({ max: MAX_BODY });
  return textFrom(bytes);
}
