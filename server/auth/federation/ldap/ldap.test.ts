import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LdapSettings } from "@/server/domain/federation/ldap/ldap.schema";
import {
  directoryRoot,
  searchAccount,
  slapdInstalled,
  startSlapd,
  type Directory,
} from "@/server/testing/slapd";
import { authenticateAt, filterFor, tryDirectory, type LdapOptions } from "./ldap";
import type { CodedText } from "../../../kernel/texts/define";
import { wordsIn } from "../../../kernel/texts/text";

describe("the identifier in a filter", () => {
  const filter = (identifier: string) =>
    filterFor({ userFilter: "(|(uid={identifier})(mail={identifier}))" }, identifier);

  it("is only a value (RFC 4515 §3)", () => {
    expect(filter("*")).toBe("(|(uid=\\2a)(mail=\\2a))");
    expect(filter("a)(uid=*))(|(uid=*")).not.toMatch(/\(uid=\*/);
    expect(filter("\\2a")).toBe("(|(uid=\\5c2a)(mail=\\5c2a))");
    expect(filter("a\0b")).toBe("(|(uid=a\\00b)(mail=a\\00b))");
    // Replacement patterns of JavaScript are plain text, too.
    expect(filter("$&$1")).toBe("(|(uid=$&$1)(mail=$&$1))");
    for (const hostile of ["*)(uid=*", "ada)(|(objectClass=*", "\0", "a".repeat(10_000)])
      expect(filter(hostile).replace(/\\[\da-f]{2}/g, "")).toMatch(
        /^\(\|\(uid=[^()*\\\0]*\)\(mail=[^()*\\\0]*\)\)$/,
      );
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (typed) => {
        expect(filter(typed).replace(/\\[\da-f]{2}/g, "")).toMatch(
          /^\(\|\(uid=[^()*\\\0]*\)\(mail=[^()*\\\0]*\)\)$/,
        );
      }),
    );
    expect(filter("ada@example.org")).toBe("(|(uid=ada@example.org)(mail=ada@example.org))");
  });
});

if (!slapdInstalled) console.warn("/usr/sbin/slapd is missing: LDAP is not tested against a real directory.");

describe.skipIf(!slapdInstalled)("a password at a real directory (slapd)", () => {
  let directory: Directory;
  let options: LdapOptions;
  beforeAll(async () => {
    directory = await startSlapd();
    options = {
      settings: LdapSettings.parse({
        url: directory.url,
        bindDn: searchAccount.dn,
        baseDn: directoryRoot,
        trustEmail: true,
        timeoutSeconds: 2,
      }),
      secret: searchAccount.password,
      allowPrivate: true,
      by: "1",
    };
  });
  afterAll(() => directory?.close());

  const at = (identifier: string, password: string) => authenticateAt(options, identifier, password);

  it("proves the identity of a person, by user name or address", async () => {
    const ada = await at("ada", "secret of ada");
    expect(ada).toMatchObject({
      email: "ada@example.org",
      emailVerified: true,
      name: "Ada Lovelace",
      givenName: "Ada",
      familyName: "Lovelace",
      userName: "ada",
      phone: null,
    });
    expect(ada?.subject).toMatch(/^[0-9a-f-]{36}$/);
    expect(await at("ADA@example.org ", "secret of ada")).toEqual(ada);
  });

  it("is refused if it is wrong or empty, or if the person does not exist", async () => {
    expect(await at("ada", "secret of grace")).toBeNull();
    expect(await at("nobody", "secret of ada")).toBeNull();
    // slapd treats a bind without a password as anonymous, and accepts it.
    expect(await at("ada", "")).toBeNull();
    expect(await at("", "secret of ada")).toBeNull();
  });

  it("is refused with a name of 300 characters, for any password, also after a success (Okta, October 2024)", async () => {
    expect(await at("ada", "secret of ada")).not.toBeNull();
    const long = "ada".repeat(100);
    for (const identifier of [long, `${long}@example.org`, `ada${" ".repeat(300)}x`, "a".repeat(254)])
      for (const password of ["wrong", "secret of ada", "", "x".repeat(300)])
        expect(await at(identifier, password)).toBeNull();
    for (const password of ["secret of ada\0", "\0", "x".repeat(1_001), `secret of ada${"x".repeat(72)}`])
      expect(await at("ada", password)).toBeNull();
  });

  it.each(["*", "*)(uid=*", "a*", "ada)(objectClass=*", "*)(uid=ada", "ada)(|(uid=*", "ada\0", "\\61da"])(
    "finds no person by %j",
    async (identifier) => expect(await at(identifier, "secret of ada")).toBeNull(),
  );

  it("finds a name that consists of special characters", async () => {
    expect(await at("o*(brien)\\", "secret of o*(brien)\\")).toMatchObject({ email: "odd@example.org" });
  });

  it("is refused if the filter finds two entries", async () => {
    const settings = { ...options.settings, userFilter: "(|(uid={identifier})(objectClass=inetOrgPerson))" };
    expect(await authenticateAt({ ...options, settings }, "ada", "secret of ada")).toBeNull();
  });

  it("is sent encrypted with StartTLS, and only to the host that the certificate names", async () => {
    const url = directory.url.replace("127.0.0.1", "localhost");
    const { caCertificate } = directory;
    const settings = { ...options.settings, url, startTls: true, caCertificate };
    expect(await authenticateAt({ ...options, settings }, "ada", "secret of ada")).toMatchObject({
      userName: "ada",
    });
    const untrusted = { ...settings, caCertificate: "" };
    await expect(authenticateAt({ ...options, settings: untrusted }, "ada", "x")).rejects.toThrow(
      /certificate/,
    );
  });

  it("is sent to no private address, and never in the clear, unless the operator allows it", async () => {
    const guarded = { ...options, allowPrivate: false };
    await expect(authenticateAt(guarded, "ada", "secret of ada")).rejects.toThrow(/in the clear/);
    for (const host of ["127.0.0.1", "localhost"]) {
      const settings = { ...options.settings, url: directory.url.replace("127.0.0.1", host), startTls: true };
      await expect(authenticateAt({ ...guarded, settings }, "ada", "secret of ada")).rejects.toThrow(
        /private/,
      );
    }
  });

  it("gives the reason of a failure in a connection test", async () => {
    const findings: (CodedText | string)[] = [];
    await tryDirectory(options, findings);
    expect(findings.map(wordsIn("en"))).toEqual([
      "Connected in the clear: anybody in between reads passwords.",
      `Signed in as ${searchAccount.dn}.`,
      `The base ${directoryRoot} is there.`,
    ]);
    await expect(tryDirectory({ ...options, secret: "wrong" }, [])).rejects.toThrow();
    const elsewhere = { ...options.settings, baseDn: "dc=nowhere" };
    await expect(tryDirectory({ ...options, settings: elsewhere }, [])).rejects.toThrow();
  });
});
