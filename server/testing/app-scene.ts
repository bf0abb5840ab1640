import { createBrowser, type AppAccess } from "@/server/seed/browser";
import type { Authentication } from "@/server/auth/authentication";
import { createApp } from "@/server/domain/apps/apps";
import { createExecute } from "@/server/kernel/operation/execute";
import type { Database } from "@/server/store/database";
import { authenticationWorld, BASE_URL } from "./authentication";
import { tenantActor } from "./operations";

export const PASSWORD = "correct horse battery";
const redirectUri = "https://shop.example/cb";

/** Starts the provider on two instances over one database without HTTP, with users who sign in to apps. */
export async function appScene(kind: Database["kind"]) {
  const world = await authenticationWorld(kind);
  const auth = await world.instance();
  const other = await world.instance();
  const execute = createExecute(world.stores, world.ports);
  const passwordHash = await world.ports.passwords.hash(PASSWORD);

  const sendTo =
    (instance: Authentication, ip = "192.0.2.1") =>
    (request: Request): Promise<Response> => {
      const [, first, uid, step] = new URL(request.url).pathname.split("/");
      const facts = { ip, requestId: "r" };
      return first === "interaction"
        ? instance.main.interactions.submit(request, uid!, step!, facts)
        : instance.main.oidc(request, facts);
    };
  const browser = (instance = auth, ip?: string) => createBrowser(BASE_URL, sendTo(instance, ip));

  let numbered = 0;
  /** Creates a tenant with a user and an app with these fields. */
  async function setting(input: object = {}) {
    const { tenantId } = await world.tenant();
    const actor = tenantActor(tenantId);
    const email = `ann${(numbered += 1)}@shop.example`;
    const person = await world.inTenant(tenantId, (tx) =>
      tx.users.insert({ email, name: "Ann Shopper", passwordHash, emailVerifiedAt: new Date() }),
    );
    const registered = await execute(actor, createApp, {
      name: "Shop",
      redirectUris: [redirectUri],
      ...input,
    });
    const app: AppAccess = {
      clientId: registered.clientId,
      clientSecret: registered.clientSecret ?? undefined,
      redirectUri,
    };
    return {
      tenantId,
      actor,
      person: { userId: person.id, email, password: PASSWORD },
      appId: registered.appId,
      app,
      /** Returns an instance's introspection of a token for the app. */
      introspect: async (token: string, instance = auth) => {
        const body = new URLSearchParams({
          client_id: app.clientId,
          client_secret: app.clientSecret ?? "",
          token,
        });
        const answer = await sendTo(instance)(
          new Request(`${BASE_URL}/introspect`, { method: "POST", body }),
        );
        return (await answer.json()) as { active: boolean; sub?: string; scope?: string };
      },
      refresh: async (token: string, instance = auth) => {
        const answer = await browser(instance).token(app, {
          grant_type: "refresh_token",
          refresh_token: token,
        });
        return { status: answer.status, body: (await answer.json()) as Record<string, string> };
      },
    };
  }

  return { world, auth, other, execute, browser, setting };
}

export type AppScene = Awaited<ReturnType<typeof appScene>>;
export type AppSetting = Awaited<ReturnType<AppScene["setting"]>>;
