import { expect, it } from "vitest";
import { endpointGroups } from "./http/endpoints";
import { restReference } from "./rest-reference";

it("knows for every endpoint which procedures of the console do the same", () => {
  const endpoints = restReference("https://id.example").groups.flatMap((group) => group.endpoints);
  expect(endpoints).toHaveLength(endpointGroups.flatMap((group) => group.endpoints).length);
  const named = (name: string) => endpoints.find((endpoint) => endpoint.name === name);
  expect(named("suspendUser")).toMatchObject({
    method: "DELETE",
    path: "/api/v1/users/{userId}",
    procedures: ["users.suspend"],
  });
  // What no procedure mounts, the console does by one of its own (lists that are sorted and searched).
  const alone = endpoints.filter(({ procedures }) => procedures.length === 0);
  expect(alone.length).toBeLessThan(endpoints.length / 3);
});
