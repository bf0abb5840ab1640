import { and, asc, eq, gt, ne } from "drizzle-orm";
import * as z from "zod";
import { userImportRows } from "@/db/tenant/user-imports";
import { Id } from "@/server/kernel/fields";
import { query } from "@/server/kernel/operation/operation";
import { type CodedText, defineTexts } from "@/server/kernel/texts/define";
import type { Words } from "@/server/kernel/texts/text";
import { getImport, rowsOf } from "./imports";
import { addressIn, knownOf, planRow, repeatedLines, stepTexts, type Plan } from "./plan";
import { ImportColumns, ImportRow, RowsQuery, type ImportColumn } from "./user-imports.schema";

const jobTexts = defineTexts("job", {
  address_repeated: "This address stands on line {line} already.",
  address_repeated_earlier: "This address stands on an earlier line already.",
});

/** Maximum number of different problems in a preview. */
const NAMED_PROBLEMS = 8;

/**
 * Returns the plan of a row. If an earlier row has the same e-mail address, returns a refused plan. `first` is the line of the
 * earlier row.
 */
export const refusedIfRepeated = (plan: Plan, first: number | undefined): Plan =>
  first === undefined
    ? plan
    : {
        ...plan,
        outcome: "refused",
        problems: [...plan.problems, jobTexts.address_repeated({ line: first })],
      };

export const previewUserImport = query({
  name: "previewUserImport",
  console: "userImports.preview",
  capability: "ManageUsers",
  summary: "Preview an import",
  input: RowsQuery.extend({ columns: ImportColumns }),
  output: z.object({
    counts: z.object({ created: z.int(), updated: z.int(), unchanged: z.int(), refused: z.int() }),
    problems: z.array(z.object({ problem: z.string(), rows: z.int() })),
    rows: z.array(ImportRow),
    nextAfter: z.int().nullable(),
  }),
  run: async ({ tx, words }, { importId, columns, outcome, after, limit }) => {
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
      problems: mostFrequent(words, plans),
      rows: page.map(({ line, steps, ...plan }) => ({
        line,
        email: plan.email,
        outcome: plan.outcome,
        userId: plan.userId,
        problem: plan.problems.map(words).join(" ") || null,
        changes: plan.outcome === "refused" ? [] : stepTexts(steps).map(words),
      })),
      nextAfter: beyond.length > limit ? page.at(-1)!.line : null,
    };
  },
});

/** Returns the problem without a line number. Equal problems of different lines can then be counted together. */
const kindOf = (problem: CodedText) =>
  problem.code === jobTexts.address_repeated.code ? jobTexts.address_repeated_earlier() : problem;

/** Returns the most frequent problems, each with the number of affected rows. */
function mostFrequent(words: Words, plans: Plan[]) {
  const counted = new Map<string, number>();
  for (const { problems } of plans) {
    if (problems.length === 0) continue;
    const kind = problems.map((problem) => words(kindOf(problem))).join(" ");
    counted.set(kind, (counted.get(kind) ?? 0) + 1);
  }
  return [...counted]
    .map(([problem, rows]) => ({ problem, rows }))
    .sort((one, other) => other.rows - one.rows)
    .slice(0, NAMED_PROBLEMS);
}

export const listUserImportRows = query({
  name: "listUserImportRows",
  console: "userImports.rows",
  capability: "ManageUsers",
  summary: "List the results of an import's rows",
  input: RowsQuery,
  output: z.object({ rows: z.array(ImportRow), nextAfter: z.int().nullable() }),
  run: async ({ tx, words }, { importId, outcome, after, limit }) => {
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
        line,
        outcome: came,
        userId,
        problem: problem && words(problem),
        changes: [],
        email: addressIn(cells, columns as ImportColumn[]),
      })),
      nextAfter: rows.length > limit ? page.at(-1)!.line : null,
    };
  },
});

export const listUserImportProblems = query({
  name: "listUserImportProblems",
  console: "userImports.problems",
  capability: "ManageUsers",
  summary: "List the refused rows of an import with their cells",
  input: z.strictObject({ importId: Id }),
  output: z.object({
    header: z.array(z.string()),
    rows: z.array(z.object({ line: z.int(), problem: z.string(), cells: z.array(z.string()) })),
  }),
  run: async ({ tx, words }, { importId }) => {
    const { header } = await getImport(tx, importId);
    const rows = await tx.userImportRows.list({
      where: and(eq(userImportRows.importId, importId), eq(userImportRows.outcome, "refused"))!,
      orderBy: [asc(userImportRows.line)],
    });
    return {
      header,
      rows: rows.map(({ line, problem, cells }) => ({ line, problem: words(problem ?? ""), cells })),
    };
  },
});
