import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createProvider } from "@/server/domain/federation/providers";
import { federationScene, signs, type FederationScene } from "@/server/testing/federation-scene";
import { directoryRoot, searchAccount, slapdInstalled, startSlapd } from "@/server/testing/slapd";
import { databaseKinds } from "@/server/testing/stores";

describe.each(databaseKinds)("external identities, on %s", (kind) => {
  let test: FederationScene["test"];
  let federation: FederationScene["federation"];
  let appId: FederationScene["appId"];
  let connector: FederationScene["connector"];
  let lastSignIn: FederationScene["lastSignIn"];
  beforeAll(async () => {
    ({ test, federation, appId, connector, lastSignIn } = await federationScene(kind));
  });
  afterAll(() => test.close());

  describe.skipIf(!slapdInstalled)("by the password of a directory", () => {
    let directory: Awaited<ReturnType<typeof startSlapd>>;
    beforeAll(async () => {
      directory = await startSlapd();
      const settings = { url: directory.url, bindDn: searchAccount.dn, baseDn: directoryRoot };
      const unreachable = { ...settings, url: "ldap://127.0.0.1:9", timeoutSeconds: 1 };
      await test.run(1, createProvider, {
        name: "A gone one",
        configuration: { kind: "ldap", settings: unreachable },
        secret: "x",
      });
      await test.run(1, createProvider, {
        name: "Directory",
        configuration: { kind: "ldap", settings: { ...settings, trustEmail: true, linkByEmail: true } },
        secret: searchAccount.password,
      });
    });
    afterAll(() => directory?.close());

    it("open the account with that address if the connector is enabled; an unavailable directory excludes no user", async () => {
      const { id } = await test.write(1, (tx) => tx.users.insert({ email: "odd@example.org" }));
      const attempt = (password: string) =>
        federation.byPassword(1, appId, "odd@example.org", password, signs);
      expect(await attempt("secret of o*(brien)\\")).toBeNull();
      await connector("Ldap");
      expect(await attempt("secret of o*(brien)\\")).toEqual({ userId: id, connector: "Ldap" });
      expect(await attempt("wrong"), "it counts on the person").toEqual({ userId: id, wrong: true });
      expect(await attempt("")).toBeNull();
    });

    it("are refused with the reason in the record if no account matches", async () => {
      expect(await federation.byPassword(1, appId, "alan", "secret of alan", signs)).toBeNull();
      expect(await lastSignIn()).toMatchObject({
        outcome: "refused",
        method: "Ldap",
        appId,
        identifier: "alan@example.org",
        explanation: [expect.stringMatching(/^Directory: Nobody here has the address/) as string],
      });
    });
  });
});
