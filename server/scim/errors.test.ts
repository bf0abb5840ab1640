import { describe, expect, it } from "vitest";
import { AppError } from "../kernel/errors";
import { createLog } from "../ports/log";
import { refused } from "./errors";
import { provisioningRefusals } from "../domain/provisioning/people";
import { provisioningRefusals as versionRefusals } from "../domain/provisioning/versions";
import { userRefusals } from "../domain/users/people";

describe("SCIM error responses", () => {
  const log = createLog("silent");

  it("carry the headers of the refusal", () => {
    const details = { retryAfter: 7, headers: { ratelimit: '"default";r=0;t=7' } };
    expect(
      refused(
        new AppError(429, "too_many_requests", "Too many.", { code: "test.many", params: {} }, details),
        log,
      ),
    ).toMatchObject({
      status: 429,
      headers: { "retry-after": "7", ratelimit: '"default";r=0;t=7' },
    });
  });

  it("have the scimType uniqueness only for an identifier that another user has", () => {
    const { user_name_or_email_in_use, user_name_in_use, external_id_in_use } = provisioningRefusals;
    for (const refusal of [user_name_or_email_in_use, user_name_in_use, external_id_in_use])
      expect(refused(refusal(), log)).toMatchObject({
        status: 409,
        body: { scimType: "uniqueness" },
        headers: { "refusal-code": refusal.code },
      });
    expect(refused(userRefusals.email_in_use(), log).body).toMatchObject({ scimType: "invalidValue" });
    expect(refused(versionRefusals.version_outdated(), log).body).not.toHaveProperty("scimType");
  });

  it("return 503 if the database is not available", () => {
    for (const error of [
      Object.assign(new Error("gone"), { code: "ECONNREFUSED" }),
      new Error("failed", { cause: Object.assign(new Error("gone"), { code: "57P01" }) }),
    ])
      expect(refused(error, log)).toMatchObject({
        status: 503,
        body: { status: "503" },
        headers: { "retry-after": "5" },
      });
    expect(refused(new TypeError("a mistake"), log)).toMatchObject({ status: 500, headers: {} });
  });
});
