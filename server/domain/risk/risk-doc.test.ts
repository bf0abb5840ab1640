import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { signals } from "../sign-in/score.schema";
import { alertTypes } from "./alert-types";

const rows = (entries: string[][]) => entries.map((cells) => `| ${cells.join(" | ")} |`);

/** Generates docs/risk.md from the tables of signals and alerts. `npx vitest run risk-doc -u` writes the file. */
it("docs/risk.md lists every signal and every alert", async () => {
  const page = [
    "# Risk and alerts",
    "",
    "Each sign-in gets a score from 0 to 100: the sum of the points of its signals, at most 100. The tiers are medium from 25, high",
    "from 50 and critical from 75. This page is generated from `server/domain/sign-in/score.schema.ts` and",
    "`server/domain/risk/alert-types.ts`. A signal that cannot be determined (unknown country, no device cookie) adds no points.",
    "",
    "| signal | points | when |",
    "| --- | --- | --- |",
    ...rows(
      Object.entries(signals).map(([name, signal]) => [
        `\`${name}\``,
        "most" in signal ? `${signal.points} each, ${signal.most} at most` : String(signal.points),
        signal.description,
      ]),
    ),
    "",
    "## What follows",
    "",
    "The organization's risk policy (console, Security, Policy) sets the tier from which a second factor is required: high, critical or",
    "never. A critical sign-in of a user without a possible second factor is refused, unless the policy is never. The policy can lock an",
    "account after a number of critical sign-ins within a day without a second factor. Risk never locks owners. A trusted device counts",
    "as known. It replaces the second factor below that tier, unless the app requests two factors (`acr_values`).",
    "",
    "## Alerts",
    "",
    "Owners and administrators get a message when an alert of high or critical severity is raised, or when an open alert becomes high",
    "or critical. New findings of the same kind update the open alert. After it is acknowledged, the next finding is a new alert. Each",
    "failed attempt is evaluated together with those of the last minutes.",
    "",
    "| alert | severity | when |",
    "| --- | --- | --- |",
    ...rows(
      Object.entries(alertTypes).map(([type, { severity, description }]) => [
        `\`${type}\``,
        severity,
        description,
      ]),
    ),
    "",
  ].join("\n");
  await expect(page).toMatchFileSnapshot("../../../docs/risk.md");
});

it("includes every alert that the source raises", () => {
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
