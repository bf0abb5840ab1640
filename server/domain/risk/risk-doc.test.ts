import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { signals } from "../sign-in/score.schema";
import { alertTypes } from "./alert-types";

const rows = (entries: string[][]) => entries.map((cells) => `| ${cells.join(" | ")} |`);

/** docs/risk.md, made from the tables that decide: `npx vitest run risk-doc -u` writes it anew. */
it("docs/risk.md tells every signal and every alert", async () => {
  const page = [
    "# Risk and alerts",
    "",
    "Each sign-in gets a score from 0 to 100: the sum of the signals that are seen, 100 at most. From 25 on it is medium, from 50",
    "high, from 75 critical. Made from `server/domain/sign-in/score.schema.ts` and `server/domain/risk/alert-types.ts`; a test keeps them",
    "the same. A signal that cannot be told (no country known, no device cookie) adds nothing.",
    "",
    "| signal | points | when |",
    "| --- | --- | --- |",
    ...rows(
      Object.entries(signals).map(([name, signal]) => [
        `\`${name}\``,
        "most" in signal ? `${signal.points} each, ${signal.most} at most` : String(signal.points),
        signal.tells,
      ]),
    ),
    "",
    "## What follows",
    "",
    "The organization's risk policy (console, Security, Policy) says from which tier on a second factor is asked for: high, critical",
    "or never. A critical sign-in of somebody who can be asked for no second factor is refused, unless the policy says never. It",
    "can lock an account after a number of critical sign-ins within a day that no second factor vouched for; owners are",
    "never locked by risk. A trusted device counts as known, and is not asked for the second factor below the tier that steps up,",
    "unless the app asks for two factors itself (`acr_values`).",
    "",
    "## Alerts",
    "",
    "An alert is told once while it is open, and again when it becomes grave; meanwhile it is brought up to date. Acknowledging it",
    "lets the next one of its kind be new.",
    "The attempts of the last minutes are looked at whenever one does not succeed.",
    "",
    "| alert | severity | when |",
    "| --- | --- | --- |",
    ...rows(
      Object.entries(alertTypes).map(([type, { severity, tells }]) => [`\`${type}\``, severity, tells]),
    ),
    "",
  ].join("\n");
  await expect(page).toMatchFileSnapshot("../../../docs/risk.md");
});

it("knows every alert that the source raises", () => {
  const raised = new Set<string>();
  for (const folder of ["server/domain", "server/auth", "server/outbox"])
    for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" }))
      if (file.endsWith(".ts") && !file.endsWith(".test.ts"))
        for (const [, type] of readFileSync(path.join(folder, file), "utf8").matchAll(
          /alertType: "([a-z_]+)"/g,
        ))
          raised.add(type!);
  expect([...raised].filter((type) => !(type in alertTypes))).toEqual([]);
});
