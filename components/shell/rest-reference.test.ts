import { expect, it } from "vitest";
import { curlOf, endpointOf, groupsOf, type RestEndpoint, type RestReference } from "./rest-reference";

const endpoint = (values: Partial<RestEndpoint>): RestEndpoint => ({
  name: "x",
  method: "POST",
  path: "/api/v1/x",
  summary: "",
  rawBody: null,
  procedures: [],
  ...values,
});
const reference: RestReference = {
  baseUrl: "https://id.example",
  description: "",
  groups: [
    { tag: "Users", endpoints: [endpoint({ name: "createUser", procedures: ["users.create"] })] },
    { tag: "Roles", endpoints: [endpoint({ name: "grantRole", procedures: ["roles.grant"] })] },
    { tag: "Tenants", endpoints: [endpoint({ name: "getTenant", procedures: ["platform.tenants.detail"] })] },
  ],
};

it("finds the groups of a page by the areas of its queries", () => {
  expect(groupsOf(reference, ["users.page", "users.profile"]).map(({ tag }) => tag)).toEqual(["Users"]);
  expect(groupsOf(reference, ["palette.search"])).toEqual([]);
  // The result contains only the endpoints of one area, not all endpoints of the platform.
  expect(groupsOf(reference, ["platform.tenants.page"]).map(({ tag }) => tag)).toEqual(["Tenants"]);
  expect(groupsOf(reference, ["platform.credentials.list"])).toEqual([]);
  expect(endpointOf(reference, "roles.grant")?.name).toBe("grantRole");
  expect(endpointOf(reference, "users.page")).toBeUndefined();
});

it("formats an action as a curl command that is safe for a shell, without secrets", () => {
  const call = (input: object) => ({ procedure: "x", input: input as Record<string, unknown> });
  expect(
    curlOf(
      "https://id.example",
      endpoint({ method: "PATCH", path: "/api/v1/users/{userId}" }),
      call({
        userId: 7,
        name: "O'Hara $(id)",
        password: "hunter2",
        note: undefined,
        $basedOn: { name: "Old" },
      }),
    ),
  ).toBe(
    `curl -X PATCH 'https://id.example/api/v1/users/7' \\\n  -H "Authorization: Bearer $TOKEN" \\\n  -H 'Content-Type: application/json' \\\n  -d '{"name":"O'\\''Hara $(id)","password":"…"}'`,
  );
  expect(
    curlOf(
      "https://id.example",
      endpoint({ method: "DELETE", path: "/a/{id}" }),
      call({ id: "b/c", deep: true }),
    ),
  ).toBe(`curl -X DELETE 'https://id.example/a/b%2Fc?deep=true' \\\n  -H "Authorization: Bearer $TOKEN"`);
  expect(
    curlOf("", endpoint({ method: "PUT", path: "/t/{id}", rawBody: "tags" }), call({ id: 1, tags: [1, 2] })),
  ).toContain(`-d '[1,2]'`);
  expect(curlOf("", endpoint({ method: "GET", path: "/l" }), call({}))).toBe(
    `curl '/l' \\\n  -H "Authorization: Bearer $TOKEN"`,
  );
});
