import type {
  AnyTRPCProcedure,
  TRPCBuiltRouter,
  TRPCMutationProcedure,
  TRPCQueryProcedure,
} from "@trpc/server";
import type * as z from "zod";
import { operations, type areas } from "../domain/areas";
import type { AnyObject, Operation, ProcedurePath } from "../kernel/operation/operation";
import { createProcedure, router, type Based, type Mount, type RootTypes } from "./init";

/*
 * The console's router derives from the operations that declare a procedure, and so does its type: `users.list` in the declaration of an
 * operation is the procedure `list` in the router `users`.
 */

type Module = (typeof areas)[number]["modules"][number];
type Exported<M> = M extends unknown ? M[keyof M] : never;

/** Pairs of the path and the procedure of each operation. */
type Paired<Export> =
  Export extends Operation<infer In, infer Out, infer Kind, infer At>
    ? At extends ProcedurePath
      ? [At, Procedure<In, Out, Kind>]
      : At extends { at: infer Path; inBody: true }
        ? [Path, Procedure<In, Out, "command">]
        : At extends { at: infer Path }
          ? [Path, Procedure<In, Out, Kind>]
          : never
    : never;

type Procedure<In extends AnyObject, Out extends z.ZodType, Kind> = Kind extends "query"
  ? TRPCQueryProcedure<{ meta: Mount; input: z.input<In>; output: z.output<Out> }>
  : TRPCMutationProcedure<{ meta: Mount; input: z.input<In> & Based; output: z.output<Out> }>;

type Head<Path> = Path extends `${infer Name}.${string}` ? Name : Path;

/** The pairs below a name, with the rest of their paths. */
type Below<Pair, Name extends string> = Pair extends [`${Name}.${infer Path}`, infer P] ? [Path, P] : never;

type Tree<Pair extends [unknown, unknown]> = {
  [Name in Head<Pair[0]> & string]: [Extract<Pair, [Name, unknown]>] extends [never]
    ? Tree<Below<Pair, Name>>
    : Extract<Pair, [Name, unknown]>[1];
};

interface Routes {
  [name: string]: Routes | AnyTRPCProcedure;
}

/** Adds a procedure at a path. Throws if the path is taken. */
function mount(routes: Routes, [name = "", ...rest]: string[], procedure: AnyTRPCProcedure) {
  if (rest.length > 0) mount((routes[name] ??= {}) as Routes, rest, procedure);
  else if (routes[name] === undefined) routes[name] = procedure;
  else throw new Error(`Two operations are mounted as ${name}.`);
}

const routes: Routes = {};
for (const operation of operations) {
  const { console } = operation;
  if (console === undefined) continue;
  const options = typeof console === "string" ? { at: console } : console;
  mount(routes, options.at.split("."), createProcedure(operation, options));
}

export const appRouter = router(routes) as unknown as TRPCBuiltRouter<
  RootTypes,
  Tree<Paired<Exported<Module>>>
>;

export type AppRouter = typeof appRouter;
