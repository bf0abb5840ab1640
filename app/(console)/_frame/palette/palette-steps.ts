import { useQueryClient } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import type { PaletteGroup, PaletteItem } from "@/components/shell/command-palette";
import type { Place } from "./palette-actions";
import { fits, personAfter } from "./palette-words";

const EACH = 5;

/**
 * Finds actions on users from a text. "suspend anna" links to the page of the user Anna and opens a confirmation. Finds
 * administrators only if the signed-in administrator may change administrators.
 */
export function useStepsOnPeople({ tenant, has }: Place) {
  const t = useExtracted("console");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const overAdministrators = has("/administrators");
  const find = async (search: string) =>
    (await queries.fetchQuery(trpc.users.page.queryOptions({ search, limit: EACH }))).users
      .filter(({ administrator }) => administrator === null || overAdministrators)
      .map((user) => ({
        ...user,
        label: user.name ?? user.email ?? t("User {userId}", { userId: String(user.userId) }),
      }));
  return async (text: string): Promise<PaletteItem[]> => {
    const toSuspend = personAfter(t("suspend"), text);
    const toLock = personAfter(t("lock"), text);
    const [suspendable, lockable] = await Promise.all([
      toSuspend === null ? [] : find(toSuspend),
      toLock === null ? [] : find(toLock),
    ]);
    return [
      ...suspendable
        .filter(({ status }) => status === "active")
        .map(({ userId, label, email }) => ({
          id: `suspend ${userId}`,
          label: t("Suspend {name}…", { name: label }),
          hint: email ?? undefined,
          href: `/${tenant}/users/${userId}?suspend=true`,
        })),
      ...lockable
        .filter(({ locked }) => !locked)
        .map(({ userId, label, email }) => ({
          id: `lock ${userId}`,
          label: t("Lock {name}…", { name: label }),
          hint: email ?? undefined,
          href: `/${tenant}/users/${userId}?lock=true`,
        })),
    ];
  };
}

/** Finds the secrets of an organization that the administrator can rotate: secrets of API credentials, apps and webhooks. */
export function useSecrets({ tenant, has }: Place) {
  const t = useExtracted("console");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const rotate = (id: string, name: string, hint: string | undefined, at: string): PaletteItem => ({
    id,
    label: t("Rotate the secret of {name}…", { name }),
    hint,
    href: `/${tenant}${at}`,
  });
  return async (text: string): Promise<PaletteGroup[]> => {
    const matches = fits(text);
    const words = t("rotate secret of");
    const asked = async (path: string, find: () => Promise<PaletteItem[]>) =>
      has(path) ? (await find().catch(() => [])).slice(0, EACH) : [];
    const items = await Promise.all([
      asked("/api-access", async () =>
        (await queries.fetchQuery(trpc.credentials.list.queryOptions({})))
          .filter(({ name, clientId, revokedAt }) => revokedAt === null && matches(words, name, clientId))
          .map(({ credentialId, name, clientId }) =>
            rotate(`credential ${credentialId}`, name, clientId, `/api-access?rotate=${credentialId}`),
          ),
      ),
      asked("/apps", async () =>
        (await queries.fetchQuery(trpc.apps.list.queryOptions({})))
          .filter(
            ({ name, clientId, clientType }) =>
              clientType === "confidential" && matches(words, name, clientId),
          )
          .map(({ appId, name, clientId }) =>
            rotate(`app ${appId}`, name, clientId, `/apps/${appId}?rotate=true`),
          ),
      ),
      asked("/webhooks", async () =>
        (await queries.fetchQuery(trpc.webhooks.list.queryOptions({})))
          .filter(({ url, description }) => matches(words, url, description))
          .map(({ webhookId, url, description }) =>
            rotate(
              `webhook ${webhookId}`,
              url,
              description ?? undefined,
              `/webhooks/${webhookId}?rotate=true`,
            ),
          ),
      ),
    ]);
    const all = items.flat();
    return all.length === 0 ? [] : [{ label: t("Secrets"), items: all }];
  };
}
