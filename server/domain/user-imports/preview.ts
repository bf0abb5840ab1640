import { and, asc, eq, gt, ne } from "drizzle-orm";
import * as z from "zod";
import { userImportRows } from "@/db/tenant/user-imports";
import { Id } from "@/server/kernel/fields";
import { query } from "@/server/kernel/operation";
import { getImport, rowsOf } from "./imports";
import { addressIn, knownOf, planRow, repeatedLines, stepWords, type Plan } from "./plan";
import { ImportColumns, ImportRow, RowsQuery, type ImportColumn } from "./user-imports.schema";

const repeated = (line: number) => `This address stands on line ${line} already.`;

/** How many kinds of problem are named. */
const NAMED_PROBLEMS = 8;

/**
 * Returns the plan as refused if an earlier row has the same address, because the file does not show which row is
 * valid.
 */
export const refusedIfRepeated = (plan: Plan, first: number | undefined): Plan =>
  first === undefined
    ? plan
    : {
        ...plan,
        outcome: "refused",
        problem: [plan.problem, repeated(first)].filter((text) => text !== null).join(" "),
      };

export const previewUserImport = query({
  name: "previewUserImport",
  capability: "ManageUsers",
  summary: "Preview an import",
  input: RowsQuery.extend({ columns: ImportColumns }),
  output: z.object({
    counts: z.object({ created: z.int(), updated: z.int(), unchanged: z.int(), refused: z.int() }),
    problems: z.array(z.object({ problem: z.string(), rows: z.int() })),
    rows: z.array(ImportRow),
    nextAfter: z.int().nullable(),
  }),
  run: async ({ tx }, { importId, columns, outcome, after, limit }) => {
    await getImport(tx, importId);
    const rows = await rowsOf(tx, importId);
    const known = await knownOf(tx, [...new Set(rows.map(({ cells }) => addressIn(cells, columns)))]);
    const second = repeatedLines(rows, columns);
    const plans = rows.map(({ line, cells }) => ({
      line,
      ...refusedIfRepeated(planRow(cells, columns, known), second.get(line)),
    }));
    const counts = { created: 0, updated: 0, unchanged: 0, refused: 0 };
    for (const plan of plans) counts[plan.outcome] += 1;
    const beyond = plans
      .filter((plan) => plan.line > after && (outcome === undefined || plan.outcome === outcome))
      .slice(0, limit + 1);
    const page = beyond.slice(0, limit);
    return {
      counts,
      problems: mostFrequent(plans),
      rows: page.map(({ line, steps, ...plan }) => ({
        ...{ line, email: plan.email, outcome: plan.outcome, userId: plan.userId, problem: plan.problem },
        changes: plan.outcome === "refused" ? [] : stepWords(steps),
      })),
      nextAfter: beyond.length > limit ? page.at(-1)!.line : null,
    };
  },
});

/** The problems that stand in most rows, except those that name a row of their own. */
function mostFrequent(plans: Plan[]) {
  const counted = new Map<string, number>();
  for (const { problem } of plans) {
    const kind = problem?.replace(/ on line \d+ /, " on an earlier line ");
    if (kind !== undefined) counted.set(kind, (counted.get(kind) ?? 0) + 1);
  }
  return [...counted]
    .map(([problem, rows]) => ({ problem, rows }))
    .sort((one, other) => other.rows - one.rows)
    .slice(0, NAMED_PROBLEMS);
}

export const listUserImportRows = query({
  name: "listUserImportRows",
  capability: "ManageUsers",
  summary: "List what an import did with its rows",
  input: RowsQuery,
  output: z.object({ rows: z.array(ImportRow), nextAfter: z.int().nullable() }),
  run: async ({ tx }, { importId, outcome, after, limit }) => {
    const { columns } = await getImport(tx, importId);
    const done = outcome ? eq(userImportRows.outcome, outcome) : ne(userImportRows.outcome, "waiting");
    const rows = await tx.userImportRows.list({
      where: and(eq(userImportRows.importId, importId), done, gt(userImportRows.line, after))!,
      orderBy: [asc(userImportRows.line)],
      limit: limit + 1,
    });
    const page = rows.slice(0, limit);
    return {
      rows: page.map(({ line, cells, outcome: came, userId, problem }) => ({
        ...{ line, outcome: came, userId, problem, changes: [] },
        email: addressIn(cells, columns as ImportColumn[]),
      })),
      nextAfter: rows.length > limit ? page.at(-1)!.line : null,
    };
  },
});

export const listUserImportProblems = query({
  name: "listUserImportProblems",
  capability: "ManageUsers",
  summary: "List the refused rows of an import with their cells",
  input: z.strictObject({ importId: Id }),
  output: z.object({
    header: z.array(z.string()),
    rows: z.array(z.object({ line: z.int(), problem: z.string(), cells: z.array(z.string()) })),
  }),
  run: async ({ tx }, { importId }) => {
    const { header } = await getImport(tx, importId);
    const rows = await tx.userImportRows.list({
      where: and(eq(userImportRows.importId, importId), eq(userImportRows.outcome, "refused"))!,
      orderBy: [asc(userImportRows.line)],
    });
    return {
      header,
      rows: rows.map(({ line, problem, cells }) => ({ line, problem: problem ?? "", cells })),
    };
  },
});
