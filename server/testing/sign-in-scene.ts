import { desc } from "drizzle-orm";
import { messages } from "@/db/tenant/messages";
import type { FederatedProviders } from "@/server/auth/sign-in/federated-providers";
import { approveConnector, setAppConnector } from "@/server/domain/connectors/connectors";
import { provePasskey, registerPasskey } from "@/server/domain/factors/kinds/passkeys";
import { createTag, setTagPolicy } from "@/server/domain/tags/tags";
import { tagUser } from "@/server/domain/tags/tagged";
import type { Database } from "@/server/store/database";
import { testAuthenticator } from "./authenticator";
import { setUpApp } from "./authenticator-app";
import { aUser, anApp } from "./factories";
import { testOperations } from "./operations";
import { appSignIns, TEST_ORIGIN } from "./sign-in";

export const EMAIL = "ann@acme.example";
export const credentials = { email: EMAIL, password: "correct horse battery staple 9" };
export const rpId = new URL(TEST_ORIGIN).hostname;
/** Result of a step that returns to the page, with its error. */
export const page = (trouble?: string) => ({ to: "page", ...(trouble && { trouble }) });

const START = new Date("2026-03-14T09:26:53.000Z");

/** Creates users who sign in to apps, each in a separate tenant, with their factors. */
export async function signInScene(kind: Database["kind"], federation?: FederatedProviders) {
  const test = await testOperations(kind);
  const ports = { ...test.ports, channels: { email: true, sms: true } };
  const app = appSignIns({ ...test, ports, ...(federation && { federation }) });
  let tenant = 0;
  const later = (milliseconds: number) => void (test.clock.now = new Date(+test.clock.now + milliseconds));

  /** Creates a tenant with a user and an app with these connectors, and its browsers. */
  async function setting(connectors: string[] = []) {
    const t = ++tenant;
    test.clock.now = new Date(+START + t * 86_400_000);
    const { id: userId } = await aUser(test, t, {
      email: EMAIL,
      phone: "+49 30 1234567",
      phoneVerifiedAt: new Date(+test.clock.now - 90 * 86_400_000),
      passwordHash: `plain:${credentials.password}`,
      createdAt: new Date(+test.clock.now - 90 * 86_400_000),
    });
    const { id: appId } = await anApp(test, t);
    for (const name of connectors) {
      await test.run(t, approveConnector, { appId, name, approved: true });
      await test.run(t, setAppConnector, { appId, name, enabled: true });
    }
    const store = test.stores.tenant(t);
    const browser = (more: object = {}) => app.browser({ tenantId: t, appId, ip: `192.0.2.${t}`, ...more });
    /** Returns the content and the recipient of the newest message. */
    const mail = async () => {
      const [newest] = await store.read((tx) => tx.messages.list({ orderBy: [desc(messages.id)], limit: 1 }));
      if (!newest) return null;
      const data = JSON.parse(test.ports.vault.decrypt(newest.dataSealed!)) as {
        code?: string;
        url?: string;
      };
      return { to: newest.recipient, template: newest.template, ...data };
    };
    const totp = async () => {
      const codeAt = await store.write((tx) => setUpApp(tx, test.ports.vault, userId, test.clock.now));
      return () => codeAt(test.clock.now);
    };
    const passkey = async () => {
      const device = testAuthenticator();
      const asked = { challenge: Buffer.from("enrol").toString("base64url"), origin: TEST_ORIGIN, rpId };
      const proved = (await provePasskey(device.create(asked), asked))!;
      await store.write((tx) =>
        registerPasskey(tx, { userId, userHandle: "aGFuZGxl", passkey: proved, label: null }, test.clock.now),
      );
      return device;
    };
    const requireMfa = async () => {
      const { tagId } = await test.run(t, createTag, { name: "Staff" });
      await test.run(t, setTagPolicy, { tagId, policyKey: "requireMfa", value: true });
      await test.run(t, tagUser, { userId, tagId });
      return tagId;
    };
    const sessions = () => store.read((tx) => tx.sessions.list({}));
    const outcomes = async () =>
      (await store.read((tx) => tx.signIns.list({})))
        .sort((a, b) => a.id - b.id)
        .map(({ outcome }) => outcome);
    return { t, userId, appId, store, browser, mail, totp, passkey, requireMfa, sessions, outcomes };
  }

  return { test, ports, later, setting, close: () => test.close() };
}
