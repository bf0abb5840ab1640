import { eq, inArray } from "drizzle-orm";
import { users } from "@/db/tenant/users";
import { grantAppToTag, grantAppToUser, setAppRestricted } from "@/server/domain/apps/app-access";
import { createApp } from "@/server/domain/apps/apps";
import { approveConnector } from "@/server/domain/connectors/connectors";
import { createUser } from "@/server/domain/users/users";
import type { SeedDependencies } from "./apply";
import { tenantSystem } from "./actors";
import { createBrowser } from "./browser";
import { newPassword } from "./random";
import type { SeededTenant } from "./seed-file";

const redirectUri = "https://app.acme.example/callback";

/** Creates apps with users: each token was issued to the user for the app through the regular sign-in. */
export async function appFixtures(deps: SeedDependencies, { tenantId }: SeededTenant) {
  const { execute, stores, ports, send, config } = deps;
  const actor = tenantSystem(tenantId);
  const password = newPassword();
  const passwordHash = await ports.passwords.hash(password);

  const register = async (name: string) => {
    const app = await execute(actor, createApp, { name, redirectUris: [redirectUri] });
    return { ...app, clientSecret: app.clientSecret! };
  };

  async function connected(
    name: string,
    appName: string,
    admit?: (appId: number, userId: number) => Promise<unknown>,
  ) {
    const email = `${name.toLowerCase().replace(" ", ".")}@acme.example`;
    const { userId } = await execute(actor, createUser, { name, email });
    await stores
      .tenant(tenantId)
      .write((tx) =>
        tx.users.updateWhere(eq(users.id, userId), { passwordHash, emailVerifiedAt: new Date() }),
      );
    const { appId, clientId, clientSecret } = await register(appName);
    await admit?.(appId, userId);
    const browser = createBrowser(config.BASE_URL, send);
    const tokens = await browser.signIn({ clientId, clientSecret, redirectUri }, { email, password });
    const { access_token: accessToken, refresh_token: refreshToken } = tokens;
    return { userId, appId, clientId, clientSecret, accessToken, refreshToken: refreshToken! };
  }

  const onGuestList = async (appId: number, userId: number) => {
    await execute(actor, setAppRestricted, { appId, restricted: true });
    await execute(actor, grantAppToUser, { appId, userId });
  };

  const tag = await stores.tenant(tenantId).write((tx) => tx.tags.insert({ name: "Contractor" }));
  const byTag = async (appId: number, userId: number) => {
    await stores.tenant(tenantId).write((tx) => tx.userTags.insertIfAbsent({ userId, tagId: tag.id }));
    await execute(actor, setAppRestricted, { appId, restricted: true });
    await execute(actor, grantAppToTag, { appId, tagId: tag.id });
  };

  const connectorApp = await register("Partner portal");
  await execute(actor, approveConnector, { appId: connectorApp.appId, name: "EmailOtp", approved: true });

  const connectedApp = await connected("Cora Connected", "Expenses");
  const connectedApps = [
    await connected("Cora One", "Travel", onGuestList),
    await connected("Cora Two", "Ledger", onGuestList),
    await connected("Cora Three", "Archive", onGuestList),
    await connected("Cora Four", "Wiki"),
    await connected("Cora Five", "Tickets"),
    await connected("Cora Six", "Calendar"),
  ];
  const tagged = await connected("Tara Tagged", "Contractor desk", byTag);

  // The passwords are no longer needed and are not part of the result.
  const people = [connectedApp, ...connectedApps, tagged].map(({ userId }) => userId);
  await stores
    .tenant(tenantId)
    .write((tx) =>
      tx.users.updateWhere(inArray(users.id, people), { passwordHash: null, passwordChangedAt: null }),
    );
  return {
    connectorApp: { appId: connectorApp.appId, approved: "EmailOtp", unapproved: "SmsOtp" },
    connectedApp,
    connectedApps,
    taggedUser: { ...tagged, tagId: tag.id },
  };
}
