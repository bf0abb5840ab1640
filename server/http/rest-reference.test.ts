import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { endpointGroups } from "./endpoints";
import { restReference } from "./rest-reference";
import { appRouter } from "../trpc/root";

it("lists the corresponding procedures of the console for every endpoint", () => {
  const endpoints = restReference("https://id.example").groups.flatMap((group) => group.endpoints);
  expect(endpoints).toHaveLength(endpointGroups.flatMap((group) => group.endpoints).length);
  const named = (name: string) => endpoints.find((endpoint) => endpoint.name === name);
  expect(named("suspendUser")).toMatchObject({
    method: "DELETE",
    path: "/api/v1/users/{userId}",
    procedures: ["users.suspend"],
  });
});

it("finds a place in the console for every endpoint", () => {
  const groups = restReference("https://id.example").groups;
  const procedures = Object.keys(appRouter._def.procedures);
  const missing = groups
    .flatMap(({ endpoints }) => endpoints)
    .filter(({ procedures: same }) => same.length === 0 || same.some((name) => !procedures.includes(name)));
  expect(missing.map(({ name }) => name)).toEqual([]);
});

it("lists no procedure that no page calls", () => {
  const pages = ["app", "components"]
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
    )
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => readFileSync(file, "utf8"))
    .join("\n")
    // A call can extend over several lines.
    .replace(/\s+/g, "");
  const called = (name: string) =>
    new RegExp(`\\b${name.replaceAll(".", "\\.")}\\.(query|infiniteQuery|mutation|mutate)`).test(pages);
  expect(Object.keys(appRouter._def.procedures).filter((name) => !called(name))).toEqual([]);
});
