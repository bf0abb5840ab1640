import type { QueryClient } from "@tanstack/react-query";
import type { useTRPC } from "@/components/data/trpc";
import type { PaletteGroup, PaletteItem } from "@/components/shell/command-palette";
import { eventWords } from "./audit-words";

interface Asking {
  trpc: ReturnType<typeof useTRPC>;
  queries: QueryClient;
}

interface Sources extends Asking {
  /** The tenant's slug. */
  tenant: string;
  /** Whether the reader has this area, by its path. */
  has: (path: string) => boolean;
}

const EACH = 5;

interface Action {
  label: string;
  path: string;
}

/** Those whose area is the reader's: each leads there with its dialog open. */
const openTo = (actions: Action[], base: string, has: (path: string) => boolean): PaletteItem[] =>
  actions
    .filter(({ path }) => has(path))
    .map(({ label, path }) => ({ id: path, label, href: `${base}${path}?new=true` }));

/** What can be begun from anywhere in an organization. */
export const paletteActions = (base: string, has: (path: string) => boolean) =>
  openTo(tenantActions, base, has);

/** What can be begun from anywhere on the platform. */
export const platformActions = (base: string, has: (path: string) => boolean) =>
  openTo(
    [
      { label: "New organization…", path: "/tenants" },
      { label: "New platform credential…", path: "/api-access" },
    ],
    base,
    has,
  );

const tenantActions: Action[] = [
  { label: "New user…", path: "/users" },
  { label: "Invite someone…", path: "/invitations" },
  { label: "New role…", path: "/roles" },
  { label: "New app…", path: "/apps" },
  { label: "New webhook…", path: "/webhooks" },
  { label: "New API credential…", path: "/api-access" },
  { label: "New service account…", path: "/service-accounts" },
];

/** Finds organizations by slug or id. */
export async function searchPlatform({ trpc, queries }: Asking, text: string): Promise<PaletteGroup[]> {
  const options = trpc.platform.tenants.page.queryOptions({ search: text, limit: 8 });
  const { tenants } = await queries.fetchQuery(options);
  const items = tenants.map(({ tenantId, slug }) => ({
    id: String(tenantId),
    label: slug,
    href: `/platform/tenants/${tenantId}`,
  }));
  return [{ label: "Organizations", items }];
}

const fits = (text: string) => {
  const words = text.toLowerCase().split(/\s+/);
  return (...texts: (string | null)[]) => {
    const all = texts.join(" ").toLowerCase();
    return words.every((word) => all.includes(word));
  };
};

/** Finds an organization's things by what the reader typed; what cannot be asked is left out. */
export async function searchTenant(
  { trpc, queries, tenant, has }: Sources,
  text: string,
): Promise<PaletteGroup[]> {
  const matches = fits(text);
  const group = async (
    label: string,
    path: string,
    find: () => Promise<PaletteItem[]>,
  ): Promise<PaletteGroup[]> => {
    if (!has(path)) return [];
    const items = await find().catch(() => []);
    return items.length === 0 ? [] : [{ label, items }];
  };
  const named = <T extends { name: string }>(rows: T[], item: (row: T) => PaletteItem) =>
    rows
      .filter(({ name }) => matches(name))
      .slice(0, EACH)
      .map(item);

  const found = await Promise.all([
    group("People", "/users", async () => {
      const { users } = await queries.fetchQuery(trpc.users.page.queryOptions({ search: text, limit: 8 }));
      return users.map(({ userId, name, email }) => ({
        id: String(userId),
        label: name ?? email ?? `User ${userId}`,
        hint: email ?? undefined,
        href: `/${tenant}/users/${userId}`,
      }));
    }),
    group("Apps", "/apps", async () =>
      named(await queries.fetchQuery(trpc.apps.list.queryOptions({})), ({ appId, name, clientId }) => ({
        id: String(appId),
        label: name,
        hint: clientId,
        href: `/${tenant}/apps/${appId}`,
      })),
    ),
    group("Roles", "/roles", async () =>
      named(await queries.fetchQuery(trpc.roles.list.queryOptions({})), ({ roleId, name }) => ({
        id: String(roleId),
        label: name,
        href: `/${tenant}/roles/${roleId}`,
      })),
    ),
    group("Tags", "/tags", async () =>
      named(await queries.fetchQuery(trpc.tags.list.queryOptions({})), ({ tagId, name }) => ({
        id: String(tagId),
        label: name,
        href: `/${tenant}/tags/${tagId}`,
      })),
    ),
    group("Secrets", "/api-access", async () =>
      (await queries.fetchQuery(trpc.credentials.list.queryOptions({})))
        .filter(
          ({ name, clientId, revokedAt }) =>
            revokedAt === null && matches("rotate secret of", name, clientId),
        )
        .slice(0, EACH)
        .map(({ credentialId, name, clientId }) => ({
          id: String(credentialId),
          label: `Rotate the secret of ${name}…`,
          hint: clientId,
          href: `/${tenant}/api-access?rotate=${credentialId}`,
        })),
    ),
    group("Audit log", "/audit", async () => {
      const action = text.trim().toLowerCase().replaceAll(" ", "_");
      if (action.length < 3) return [];
      const { events } = await queries.fetchQuery(trpc.audit.page.queryOptions({ action, limit: EACH }));
      return events.map((event) => ({
        id: String(event.id),
        label: `${eventWords(event.action)}: ${event.targetLabel ?? event.target}`,
        hint: event.actorLabel ?? undefined,
        href: `/${tenant}/audit?target=${encodeURIComponent(event.target)}`,
      }));
    }),
  ]);
  return found.flat();
}
