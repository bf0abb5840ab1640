import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseKinds } from "@/server/testing/stores";
import { scimWorld, type ScimWorld } from "@/server/testing/scim";

describe.each(databaseKinds)("refusals over SCIM on %s", (kind) => {
  let world: ScimWorld;
  beforeAll(async () => void (world = await scimWorld(kind)), 120_000);
  afterAll(() => world.close());

  it("have their code in the header Refusal-Code, and the body of RFC 7644 §3.12", async () => {
    const answer = await world.server.call(null, "GET", `${world.base}/Users`);
    expect(answer.headers.get("refusal-code")).toBe("authorization.scim_token_required");
    expect(Object.keys(answer.body).sort()).toEqual(["detail", "schemas", "status"]);
    const wrong = await world.server.call("nonsense", "GET", `${world.base}/Users`);
    expect(wrong.headers.get("refusal-code")).toBe("authorization.invalid_scim_token");
  });

  it.each([
    ["GET", "/Users?filter=x", 400, "scim.filter_malformed", "The filter cannot be read: x"],
    [
      "GET",
      "/Users?sortBy=photos",
      400,
      "scim.attribute_not_sortable",
      "The attribute photos cannot be sorted by.",
    ],
    ["POST", "/Users", 400, "scim.user_name_required", "userName must be given."],
    ["PUT", "/Users", 405, "request.method_not_allowed", "This path takes GET, POST."],
    ["GET", "/Me", 501, "scim.me_not_supported", "There is no /Me: a provider is not a user."],
  ])("%s %s has a code and an English detail", async (method, path, status, code, detail) => {
    const body = method === "GET" ? undefined : {};
    const answer = await world.send<{ detail: string }>(method, path, body);
    expect(answer).toMatchObject({ status, body: { detail } });
    expect(answer.headers.get("refusal-code")).toBe(code);
  });
});
