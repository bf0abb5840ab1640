import { useQueryClient } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import type { PaletteGroup, PaletteItem } from "@/components/shell/command-palette";
import type { UserRow } from "@/server/domain/users/users.schema";
import type { Place } from "./palette-actions";
import { fits, personAfter } from "./palette-words";

const EACH = 5;

type Found = Pick<UserRow, "status" | "locked">;

interface Step {
  id: string;
  /** Words that name the action. The administrator may shorten them. */
  verbs: string[];
  label: (name: string) => string;
  /** Rest of the address below the user's page. */
  at: string;
  /** Returns true if the action has an effect on the user. */
  can?: (user: Found) => boolean;
  /** Path of an area that the administrator must be allowed to open, besides the users. */
  area?: string;
}

const isActive = ({ status }: Found) => status === "active";

/** Returns the actions on a user, in the order in which the palette offers them. */
function useSteps(): Step[] {
  const t = useExtracted("console");
  return [
    {
      id: "lock",
      verbs: [t("lock"), t("block")],
      label: (name) => t("Lock {name}…", { name }),
      at: "?lock=true",
      can: ({ locked }) => !locked,
    },
    {
      id: "unlock",
      verbs: [t("unlock")],
      label: (name) => t("Unlock {name}", { name }),
      at: "",
      can: ({ locked }) => locked,
    },
    {
      id: "suspend",
      verbs: [t("suspend"), t("deactivate disable")],
      label: (name) => t("Suspend {name}…", { name }),
      at: "?suspend=true",
      can: isActive,
    },
    {
      id: "reactivate",
      verbs: [t("reactivate enable")],
      label: (name) => t("Reactivate {name}", { name }),
      at: "",
      can: (user) => !isActive(user),
    },
    {
      id: "grant",
      verbs: [t("grant role assign")],
      label: (name) => t("Grant {name} a role…", { name }),
      at: "/roles",
      area: "/roles",
    },
    {
      id: "tag",
      verbs: [t("tag label")],
      label: (name) => t("Tag {name}…", { name }),
      at: "/tags",
      area: "/tags",
    },
    {
      id: "sessions",
      verbs: [t("end sessions sign out")],
      label: (name) => t("Sessions of {name}", { name }),
      at: "/sessions",
    },
    {
      id: "edit",
      verbs: [t("edit change rename")],
      label: (name) => t("Edit {name}…", { name }),
      at: "?edit=true",
    },
    {
      id: "act-as",
      verbs: [t("act as impersonate")],
      label: (name) => t("Act as {name}…", { name }),
      at: "?act-as=true",
      can: (user) => isActive(user) && !user.locked,
      area: "/act-as",
    },
  ];
}

/** Number of users that a text without a verb may find, so that the palette offers actions on the first one. */
const FEW = 3;

/**
 * Finds actions on users from a text. "suspend anna" links to the page of the user Anna and opens a confirmation. "anna" alone
 * finds all actions on Anna. Finds administrators only if the signed-in administrator may change administrators.
 */
export function useStepsOnPeople({ tenant, has }: Place) {
  const t = useExtracted("console");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const steps = useSteps().filter(({ area }) => area === undefined || has(area));
  const overAdministrators = has("/administrators");
  const find = async (search: string) =>
    (await queries.fetchQuery(trpc.users.page.queryOptions({ search, limit: EACH }))).users
      .filter(({ administrator }) => administrator === null || overAdministrators)
      .map((user) => ({
        ...user,
        label: user.name ?? user.email ?? t("User {userId}", { userId: String(user.userId) }),
      }));
  const itemOf = ({ id, label, at }: Step, user: Awaited<ReturnType<typeof find>>[number]): PaletteItem => ({
    id: `${id} ${user.userId}`,
    label: label(user.label),
    hint: user.email ?? undefined,
    href: `/${tenant}/users/${user.userId}${at}`,
  });
  return async (text: string): Promise<PaletteItem[]> => {
    const asked = steps.flatMap((step) => {
      const person = step.verbs.map((verb) => personAfter(verb, text)).find((name) => name !== null);
      return person === undefined || person === null ? [] : [{ step, person }];
    });
    const named = await Promise.all(
      asked.map(async ({ step, person }) =>
        (await find(person)).filter((user) => step.can?.(user) ?? true).map((user) => itemOf(step, user)),
      ),
    );
    const withVerb = named.flat();
    if (withVerb.length > 0) return withVerb;
    const found = text.trim().length < 2 ? [] : await find(text);
    const [first] = found;
    if (first === undefined || found.length > FEW) return [];
    return steps.filter(({ can }) => can?.(first) ?? true).map((step) => itemOf(step, first));
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
