import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createProvider } from "@/server/domain/federation/providers";
import {
  claimOf,
  facts,
  federationScene,
  signs,
  type FederationScene,
} from "@/server/testing/federation-scene";
import { samlIdentityProvider, samlRequestOf } from "@/server/testing/saml-idp";
import { scriptedOidc, type ScriptedOidc } from "@/server/testing/scripted-oidc";
import {
  directoryRoot,
  searchAccount,
  slapdInstalled,
  startSlapd,
  type Directory,
} from "@/server/testing/slapd";
import { databaseKinds } from "@/server/testing/stores";

const idp = samlIdentityProvider("https://idp.states.example");
const EMAIL = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress";
const future = new Date("2100-01-01");

type Way = "Ldap" | "Saml" | "Social";
const ways: Way[] = ["Ldap", "Saml", "Social"];

/**
 * All states of an account that prevent a sign-in through any provider (authentik CVE-2025-53942,
 * CVE-2025-64521).
 */
const states: [string, object][] = [
  ["suspended", { status: "suspended" }],
  ["locked until somebody unlocks it", { lockedIndefinitely: true }],
  ["locked for a while", { lockedUntil: future }],
  ["suspended and locked", { status: "suspended", lockedUntil: future }],
  ["a service account", { kind: "service_account", email: null, name: "Robot" }],
  ["an administrator's", { administers: "admin" }],
  ["an owner's", { administers: "owner" }],
];

describe.each(databaseKinds)("an account that does not open, on %s", (kind) => {
  let scene: FederationScene;
  let oidc: ScriptedOidc;
  let directory: Directory | null;
  const providers: Partial<Record<Way, number>> = {};
  const subjects: Partial<Record<Way, string>> = {};
  beforeAll(async () => {
    [scene, oidc, directory] = await Promise.all([
      federationScene(kind),
      scriptedOidc(),
      slapdInstalled ? startSlapd() : null,
    ]);
    const linking = { trustEmail: true, linkByEmail: true };
    const add = async (way: Way, configuration: object, secret?: string) => {
      const input = { name: way, configuration, ...(secret !== undefined && { secret }) };
      providers[way] = (await scene.test.run(1, createProvider, input)).providerId;
      await scene.connector(way);
    };
    await add("Saml", {
      kind: "saml",
      settings: { ...linking, entityId: idp.entityId, ssoUrl: idp.ssoUrl, certificates: idp.certificate },
    });
    await add("Social", {
      kind: "oidc",
      settings: { ...linking, issuer: oidc.issuer, clientId: oidc.clientId },
    });
    if (directory)
      await add(
        "Ldap",
        {
          kind: "ldap",
          settings: { ...linking, url: directory.url, bindDn: searchAccount.dn, baseDn: directoryRoot },
        },
        searchAccount.password,
      );
  }, 60_000);
  afterAll(async () => {
    oidc.close();
    await directory?.close();
    await scene.test.close();
  });

  const email = "ada@example.org";
  /** Signs in as Ada by this method. Returns the account that opens. */
  const opens: Record<Way, () => Promise<number | null>> = {
    Ldap: async () =>
      (await scene.federation.byPassword(1, scene.appId, "ada", "secret of ada", signs))?.userId ?? null,
    Saml: async () => {
      const id = providers.Saml!;
      const location = (await scene.begin(id))!;
      const at = `http://castellan.test/federation/acme/saml/${id}`;
      const xml = await idp.answer({
        audience: `${at}/metadata`,
        recipient: `${at}/acs`,
        nameId: "ada",
        attributes: { [EMAIL]: email },
        inResponseTo: /ID="([^"]+)"/.exec(samlRequestOf(location))![1]!,
      });
      const body = new URLSearchParams({
        RelayState: new URL(location).searchParams.get("RelayState")!,
        SAMLResponse: Buffer.from(xml).toString("base64"),
      }).toString();
      const { token } = claimOf(
        await scene.routes(new Request(`${at}/acs`, { method: "POST", body }), facts),
      );
      return (await scene.claim(token))?.userId ?? null;
    },
    Social: async () => {
      Object.assign(oidc.said, { idToken: { sub: "ada", email, email_verified: true }, userinfo: {} });
      const { callback, ...back } = oidc.authorize((await scene.begin(providers.Social!))!);
      const { token } = claimOf(await scene.get(`${callback}?${new URLSearchParams(back).toString()}`));
      return (await scene.claim(token))?.userId ?? null;
    },
  };

  async function somebody({ administers, ...state }: { administers?: "admin" | "owner" }) {
    return scene.test.write(1, async (tx) => {
      const { id } = await tx.users.insert({ email, ...state });
      if (administers) await tx.administrators.insert({ userId: id, role: administers });
      return id;
    });
  }
  const forget = (id: number) => scene.test.write(1, (tx) => tx.users.remove(id));

  it.each(ways)("opens by %s if it is active", async (way) => {
    if (providers[way] === undefined) return;
    const id = await somebody({});
    expect(await opens[way]()).toBe(id);
    const [linked] = await scene.test.write(1, (tx) => tx.identities.list());
    subjects[way] = linked!.subject;
    expect(await opens[way]()).toBe(id);
    await forget(id);
  });

  describe.each(states)("because it is %s", (_what, state) => {
    it.each(ways)("does not open by %s, neither by the address nor by an existing link", async (way) => {
      const providerId = providers[way];
      if (providerId === undefined) return;
      const id = await somebody(state);
      expect(await opens[way]()).toBeNull();
      await scene.test.write(1, (tx) =>
        tx.identities.insert({ userId: id, providerId, subject: subjects[way]! }),
      );
      expect(await opens[way]()).toBeNull();
      expect(await scene.lastSignIn()).toMatchObject({ outcome: "refused", method: way, userId: null });
      await forget(id);
    });
  });
});
