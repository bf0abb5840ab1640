import { expect, it, vi } from "vitest";
import { eventTypesIn } from "@/server/kernel/events/catalogue";
import { useEventGroupName } from "./events-field";

vi.mock("next-intl", () => ({ useExtracted: () => (text: string) => `said: ${text}` }));

it("has a name for each group of the catalogue", () => {
  const nameOf = useEventGroupName();
  const groups = [...new Set(eventTypesIn("en").map(({ type }) => type.slice(0, type.indexOf("."))))];
  expect(groups.length).toBeGreaterThan(20);
  expect(groups.filter((group) => !nameOf(group).startsWith("said: "))).toEqual([]);
});
