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
});
