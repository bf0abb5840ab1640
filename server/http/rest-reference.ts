import type { RestReference } from "@/components/shell/rest-reference";
import { endpointGroups } from "./endpoints";
import { DESCRIPTION } from "./openapi";
import type { Operation } from "../kernel/operation/operation";
import { appRouter } from "../trpc/root";

/** Returns the names of the console's procedures by the operation that they run. */
function proceduresByOperation() {
  const names = new Map<Operation, string[]>();
  // tRPC gives each procedure a separate type. The procedures have no common type.
  const procedures = appRouter._def.procedures as unknown as Record<
    string,
    { _def: { meta?: { operation?: Operation } } }
  >;
  for (const [name, { _def }] of Object.entries(procedures)) {
    const operation = _def.meta?.operation;
    if (operation) names.set(operation, [...(names.get(operation) ?? []), name]);
  }
  return names;
}

/** Returns every endpoint with the console's procedures for the same purpose. */
export function restReference(baseUrl: string): RestReference {
  const procedures = proceduresByOperation();
  return {
    baseUrl,
    description: DESCRIPTION,
    groups: endpointGroups.map(({ tag, prefix, endpoints }) => ({
      tag,
      endpoints: endpoints.map(({ method, path, operation, inConsole, rawBody }) => ({
        name: operation.name,
        method,
        rawBody,
        path: prefix + path,
        summary: operation.summary,
        procedures: inConsole.flatMap((one) => procedures.get(one) ?? []),
      })),
    })),
  };
}
