import { useQueryClient } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import type { PaletteGroup, PaletteItem } from "@/components/shell/command-palette";
import { useEventSought, useEventWords } from "./event-words";

/** The workspace that is searched. */
interface Place {
  /** The tenant's slug; null on the platform. */
  tenant: string | null;
  /** Whether the reader has this area, by its path. */
  has: (path: string) => boolean;
}

const EACH = 5;

/** What can be begun from anywhere, where its area is the reader's: each leads there with its dialog open. */
export function usePaletteActions({ tenant, has }: Place): PaletteItem[] {
  const t = useExtracted("console");
  const base = tenant === null ? "/platform" : `/${tenant}`;
  const actions =
    tenant === null
      ? [
          { label: t("New organization…"), path: "/tenants" },
          { label: t("New platform credential…"), path: "/api-access" },
        ]
      : [
          { label: t("New user…"), path: "/users" },
          { label: t("Invite someone…"), path: "/invitations" },
          { label: t("New role…"), path: "/roles" },
          { label: t("New app…"), path: "/apps" },
          { label: t("New webhook…"), path: "/webhooks" },
          { label: t("New API credential…"), path: "/api-access" },
          { label: t("New service account…"), path: "/service-accounts" },
        ];
  return actions
    .filter(({ path }) => has(path))
    .map(({ label, path }) => ({ id: path, label, href: `${base}${path}?new=true` }));
}

/** Finds organizations by slug or id. */
function usePlatformSearch() {
  const t = useExtracted("console");
  const trpc = useTRPC();
  const queries = useQueryClient();
  return async (text: string): Promise<PaletteGroup[]> => {
    const options = trpc.platform.tenants.page.queryOptions({ search: text, limit: 8 });
    const { tenants } = await queries.fetchQuery(options);
    const items = tenants.map(({ tenantId, slug }) => ({
      id: String(tenantId),
      label: slug,
      href: `/platform/tenants/${tenantId}`,
    }));
    return [{ label: t("Organizations"), items }];
  };
}

const fits = (text: string) => {
  const words = text.toLowerCase().split(/\s+/);
  return (...texts: (string | null)[]) => {
    const all = texts.join(" ").toLowerCase();
    return words.every((word) => all.includes(word));
  };
};

/** Finds an organization's things by what the reader typed; what cannot be asked is left out. */
function useTenantSearch({ tenant, has }: Place) {
  const t = useExtracted("console");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const eventWords = useEventWords();
  const eventSought = useEventSought();
  return async (text: string): Promise<PaletteGroup[]> => {
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
      group(t("People"), "/users", async () => {
        const { users } = await queries.fetchQuery(trpc.users.page.queryOptions({ search: text, limit: 8 }));
        return users.map(({ userId, name, email }) => ({
          id: String(userId),
          label: name ?? email ?? t("User {userId}", { userId: String(userId) }),
          hint: email ?? undefined,
          href: `/${tenant}/users/${userId}`,
        }));
      }),
      group(t("Apps"), "/apps", async () =>
        named(await queries.fetchQuery(trpc.apps.list.queryOptions({})), ({ appId, name, clientId }) => ({
          id: String(appId),
          label: name,
          hint: clientId,
          href: `/${tenant}/apps/${appId}`,
        })),
      ),
      group(t("Roles"), "/roles", async () =>
        named(await queries.fetchQuery(trpc.roles.list.queryOptions({})), ({ roleId, name }) => ({
          id: String(roleId),
          label: name,
          href: `/${tenant}/roles/${roleId}`,
        })),
      ),
      group(t("Tags"), "/tags", async () =>
        named(await queries.fetchQuery(trpc.tags.list.queryOptions({})), ({ tagId, name }) => ({
          id: String(tagId),
          label: name,
          href: `/${tenant}/tags/${tagId}`,
        })),
      ),
      group(t("Secrets"), "/api-access", async () =>
        (await queries.fetchQuery(trpc.credentials.list.queryOptions({})))
          .filter(
            ({ name, clientId, revokedAt }) =>
              revokedAt === null && matches(t("rotate secret of"), name, clientId),
          )
          .slice(0, EACH)
          .map(({ credentialId, name, clientId }) => ({
            id: String(credentialId),
            label: t("Rotate the secret of {name}…", { name }),
            hint: clientId,
            href: `/${tenant}/api-access?rotate=${credentialId}`,
          })),
      ),
      group(t("Audit log"), "/audit", async () => {
        if (text.trim().length < 3) return [];
        const action = eventSought(text);
        const { events } = await queries.fetchQuery(trpc.audit.page.queryOptions({ action, limit: EACH }));
        return events.map((event) => ({
          id: String(event.id),
          label: t("{event}: {target}", {
            event: eventWords(event.action),
            target: event.targetLabel ?? event.target,
          }),
          hint: event.actorLabel ?? undefined,
          href: `/${tenant}/audit?target=${encodeURIComponent(event.target)}`,
        }));
      }),
    ]);
    return found.flat();
  };
}

/** Finds things of the workspace by name. */
export function usePaletteSearch(place: Place) {
  const tenantSearch = useTenantSearch(place);
  const platformSearch = usePlatformSearch();
  return place.tenant === null ? platformSearch : tenantSearch;
}
