import { describe, expect, it } from "vitest";
import { byField, userFieldNames } from "@/server/kernel/user-fields";
import { readIdentity, type EmailWord } from "./federated-identity";

describe("a federated identity", () => {
  const settings = {
    trustEmail: false,
    emailDomains: ["example.org"],
    linkByEmail: false,
    createPeople: false,
    attributes: { ...byField(userFieldNames, () => ""), email: "mail", name: "cn" },
  } as unknown as Parameters<typeof readIdentity>[0];
  const read = (told: Record<string, unknown>, subject: unknown = "s", word: EmailWord = "verified") =>
    readIdentity(settings, subject, (name) => told[name], word);

  it("is read by the configured names, without characters that no name contains", () => {
    expect(read({ mail: ["ada@example.org", "b@example.org"], cn: " Ada\r\nLovelace " })).toMatchObject({
      email: "ada@example.org",
      emailVerified: true,
      name: "Ada  Lovelace",
      givenName: null,
    });
  });

  it("has no name that exceeds its limit in NFC", () => {
    expect(read({ cn: "\ufb2c".repeat(200) })).toMatchObject({ name: null });
  });

  it("has a verified address only in the provider's domains", () => {
    for (const mail of [
      "ada@example.com",
      "ada@sub.example.org",
      "ada@example.org.evil.example",
      "a@b@example.org",
    ])
      expect(read({ mail })?.emailVerified).toBe(false);
    expect(read({ mail: "ada@EXAMPLE.org" })?.emailVerified).toBe(true);
    expect(read({ mail: "ada@example.org" }, "s", "nothing")?.emailVerified).toBe(false);
  });

  it.each(["", "a\nb", "\ud800", "x".repeat(501), 7, null, ["s"]])("is null for the subject %j", (subject) =>
    expect(read({}, subject)).toBeNull(),
  );
});
