import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { administrators } from "@/db/tenant/users";
import { kindFacts } from "@/server/domain/federation/kinds.schema";
import { createProvider, updateProvider } from "@/server/domain/federation/providers";
import { namesAt } from "@/server/kernel/user-fields";
import {
  baseUrl,
  claimOf,
  facts,
  federationScene,
  signs,
  type FederationScene,
} from "@/server/testing/federation-scene";
import { samlIdentityProvider, samlRequestOf } from "@/server/testing/saml-idp";
import { scriptedOidc, type Claims, type ScriptedOidc } from "@/server/testing/scripted-oidc";
import { directoryRoot, searchAccount, slapdInstalled, startSlapd } from "@/server/testing/slapd";
import { databaseKinds } from "@/server/testing/stores";

type Kind = "oidc" | "saml" | "ldap";
const kinds = (["oidc", "saml", "ldap"] as const).filter((kind) => kind !== "ldap" || slapdInstalled);
/** Names that a provider tells. Empty: the provider tells none. */
type Names = { name: string; givenName: string; familyName: string };
const ada: Names = { name: "Ada Lovelace", givenName: "Ada", familyName: "Lovelace" };
const married: Names = { name: "Ada King", givenName: "Ada", familyName: "King" };

describe.each(databaseKinds)("the profile of a user from a provider, on %s", (database) => {
  let scene: FederationScene;
  let oidc: ScriptedOidc;
  let directory: Awaited<ReturnType<typeof startSlapd>> | undefined;
  const saml = samlIdentityProvider("https://idp.saml.example");
  const providers = {} as Record<Kind, number>;
  beforeAll(async () => {
    [scene, oidc, directory] = await Promise.all([
      federationScene(database),
      scriptedOidc(),
      slapdInstalled ? startSlapd() : undefined,
    ]);
    for (const name of ["Social", "Saml", "Ldap"]) await scene.connector(name);
    for (const kind of kinds) {
      const made = await scene.test.run(1, createProvider, {
        name: kind,
        configuration: configurationOf(kind),
        ...(kind === "ldap" && { secret: searchAccount.password }),
      });
      expect(made.configuration?.settings.updateProfile, "the default").toBe(true);
      providers[kind] = made.providerId;
    }
  });
  afterAll(async () => {
    oidc.close();
    await directory?.close();
    await scene.test.close();
  });

  const settingsOf = (kind: Kind) => {
    if (kind === "oidc") return { issuer: oidc.issuer, clientId: oidc.clientId };
    const { entityId, ssoUrl, certificate: certificates } = saml;
    return kind === "saml"
      ? { entityId, ssoUrl, certificates }
      : { url: directory!.url, bindDn: searchAccount.dn, baseDn: directoryRoot };
  };
  const configurationOf = (kind: Kind, more: object = {}) => ({
    kind,
    settings: { ...settingsOf(kind), trustEmail: true, linkByEmail: true, createPeople: true, ...more },
  });
  const setUpdateProfile = (kind: Kind, updateProfile: boolean) =>
    scene.test.run(1, updateProvider, {
      providerId: providers[kind],
      name: kind,
      configuration: configurationOf(kind, { updateProfile }),
    });

  let count = 0;
  /** Subject and address of the user of a test. */
  let subject: string;
  let email: string;
  beforeEach(() => {
    subject = `ada-${++count}`;
    email = `${subject}@example.org`;
  });

  /** Signs in through an OpenID provider with these claims. Returns the id of the user, or null. */
  async function signInByClaims(claims: Claims) {
    Object.assign(oidc.said, { idToken: { sub: subject, email, ...claims }, userinfo: {} });
    const { callback, ...back } = oidc.authorize((await scene.begin(providers.oidc))!);
    const { token } = claimOf(await scene.get(`${callback}?${new URLSearchParams(back).toString()}`));
    return token === null ? null : ((await scene.claim(token))?.userId ?? null);
  }
  async function signInBySaml(attributes: Record<string, string>) {
    const at = `${baseUrl}/federation/acme/saml/${providers.saml}`;
    const location = (await scene.begin(providers.saml))!;
    const xml = await saml.answer({
      audience: `${at}/metadata`,
      recipient: `${at}/acs`,
      inResponseTo: /ID="([^"]+)"/.exec(samlRequestOf(location))![1]!,
      nameId: subject,
      attributes: { [kindFacts.saml.defaults.attributes.email]: email, ...attributes },
    });
    const RelayState = new URL(location).searchParams.get("RelayState")!;
    const SAMLResponse = Buffer.from(xml).toString("base64");
    const body = new URLSearchParams({ RelayState, SAMLResponse });
    const { token } = claimOf(await scene.routes(new Request(`${at}/acs`, { method: "POST", body }), facts));
    return (await scene.claim(token))?.userId ?? null;
  }
  async function signInByDirectory(attributes: Record<string, string>) {
    const values = Object.entries(attributes).map(([name, value]) => [name, value === "" ? [] : [value]]);
    await directory!.change(ada.name, Object.fromEntries(values) as Record<string, string[]>);
    const found = await scene.federation.byPassword(1, scene.appId, "ada", "secret of ada", signs);
    return found?.userId ?? null;
  }
  /** Signs in through a provider that tells these names. Returns the id of the user, or null. */
  function signIn(kind: Kind, names: Names) {
    const attributeOf = namesAt(kind);
    const told = Object.fromEntries(
      (["name", "givenName", "familyName"] as const).map((field) => [attributeOf[field], names[field]]),
    );
    if (kind === "ldap") return signInByDirectory(told);
    return kind === "saml" ? signInBySaml(told) : signInByClaims(told);
  }

  const userOf = async (userId: number | null) => (await scene.test.write(1, (tx) => tx.users.get(userId!)))!;
  const eventsOf = async (userId: number | null) =>
    (await scene.test.events(1)).filter(({ target }) => target === `user:${userId}`);

  it.each(kinds)(
    "follows a family name that changes at the provider, at the next sign-in (%s)",
    async (kind) => {
      const userId = await signIn(kind, ada);
      const created = await userOf(userId);
      expect(created).toMatchObject(ada);
      scene.test.clock.now = new Date(+scene.test.clock.now + 1_000);
      expect(await signIn(kind, married)).toBe(userId);
      const changed = await userOf(userId);
      expect(changed).toMatchObject({ ...married, email: created.email, updatedAt: scene.test.clock.now });
      const events = await eventsOf(userId);
      expect(events.at(-1)).toMatchObject({
        action: "system.user_updated",
        related: `identity_provider:${providers[kind]}`,
        changes: {
          name: { from: "Ada Lovelace", to: "Ada King" },
          familyName: { from: "Lovelace", to: "King" },
        },
      });
      scene.test.clock.now = new Date(+scene.test.clock.now + 1_000);
      expect(await signIn(kind, married), "without a change").toBe(userId);
      expect(await eventsOf(userId)).toHaveLength(events.length);
      expect(await userOf(userId)).toMatchObject({ updatedAt: changed.updatedAt });
    },
  );

  it.each(kinds)("keeps its names while the updates of the provider are off (%s)", async (kind) => {
    const userId = await signIn(kind, ada);
    await setUpdateProfile(kind, false);
    expect(await signIn(kind, married)).toBe(userId);
    expect(await userOf(userId)).toMatchObject(ada);
    await setUpdateProfile(kind, true);
    expect(await signIn(kind, married)).toBe(userId);
    expect(await userOf(userId)).toMatchObject(married);
  });

  it.each(kinds)("keeps names that the provider does not tell (%s)", async (kind) => {
    const userId = await signIn(kind, ada);
    // A directory refuses a person without a family name (RFC 4519 §3.12).
    const familyName = kind === "ldap" ? ada.familyName : "";
    expect(await signIn(kind, { name: "", givenName: "", familyName })).toBe(userId);
    expect(await userOf(userId)).toMatchObject(ada);
  });

  describe("by OpenID Connect", () => {
    const told = (claims: Claims) => signInByClaims({ email_verified: true, ...claims });

    it("hostile provider: keeps the family name and signs in, whatever the claim contains", async () => {
      const userId = await told({ given_name: "Ada", family_name: "Lovelace" });
      const family = { family: "King" };
      for (const value of [null, 7, family, [], [family], " \n\t", "x".repeat(201), "King\ud800"]) {
        expect(await told({ given_name: "Ada", family_name: value })).toBe(userId);
        expect(await userOf(userId)).toMatchObject(ada);
      }
    });

    it("stores no control character of the provider", async () => {
      const userId = await told({ family_name: "Lovelace" });
      await told({ family_name: " King\r\nof\u0000\u001bLovelace " });
      expect(await userOf(userId)).toMatchObject({ familyName: "King  of  Lovelace" });
    });

    it("composes the display name again from its parts, but keeps another display name", async () => {
      const userId = await told({ given_name: "Ada", family_name: "Lovelace" });
      expect(await userOf(userId)).toMatchObject(ada);
      await told({ family_name: "King" });
      expect(await userOf(userId)).toMatchObject(married);
      await scene.test.write(1, (tx) => tx.users.update(userId!, { name: "Countess of Lovelace" }));
      await told({ family_name: "Byron" });
      expect(await userOf(userId)).toMatchObject({ name: "Countess of Lovelace", familyName: "Byron" });
      await told({ given_name: "a".repeat(150), family_name: "b".repeat(150) });
      expect(await userOf(userId)).toMatchObject({ name: "Countess of Lovelace" });
    });

    it("follows in the sign-in that links a user by the address, with an event of its own", async () => {
      const { id } = await scene.test.write(1, (tx) => tx.users.insert({ email, ...ada }));
      expect(await told({ name: "Ada King", family_name: "King" })).toBe(id);
      expect(await userOf(id)).toMatchObject(married);
      expect((await eventsOf(id)).map(({ action }) => action)).toEqual([
        "system.identity_linked",
        "system.user_updated",
      ]);
    });

    it("keeps address, user name and phone number, which identify the user", async () => {
      const identifying = { email, userName: subject, phone: "+49 30 1234567" };
      const claims = { preferred_username: subject, phone_number: identifying.phone };
      const userId = await told(claims);
      const changed = {
        email: "king@example.org",
        preferred_username: "king",
        phone_number: "+49 30 7654321",
      };
      expect(await told({ ...claims, ...changed })).toBe(userId);
      expect(await userOf(userId)).toMatchObject(identifying);
    });

    it.each([{ provisionedBy: 1 }, { externalId: "e-1" }])(
      "keeps the names of a user whom SCIM manages (%j)",
      async (managed) => {
        const { id } = await scene.test.write(1, (tx) => tx.users.insert({ email, ...ada, ...managed }));
        for (const _signIn of ["first", "second"])
          expect(await told({ name: "Ada King", family_name: "King" })).toBe(id);
        expect(await userOf(id)).toMatchObject(ada);
      },
    );

    it("attack: a provider does not rename an administrator or a suspended user", async () => {
      const userId = await told({ given_name: "Ada", family_name: "Lovelace" });
      await scene.test.write(1, (tx) => tx.administrators.insert({ userId: userId!, role: "admin" }));
      expect(await told({ family_name: "King" })).toBeNull();
      expect(await userOf(userId)).toMatchObject(ada);
      await scene.test.write(1, async (tx) => {
        await tx.administrators.removeWhere(eq(administrators.userId, userId!));
        await tx.users.update(userId!, { status: "suspended" });
      });
      expect(await told({ family_name: "King" })).toBeNull();
      expect(await userOf(userId)).toMatchObject(ada);
    });
  });
});
