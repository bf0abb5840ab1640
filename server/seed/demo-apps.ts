import type * as z from "zod";
import { createAccessRule } from "@/server/domain/access-rules/access-rules";
import type { NewAccessRule } from "@/server/domain/access-rules/access-rules.schema";
import { grantAppToTag, grantAppToUser, setAppRestricted } from "@/server/domain/apps/app-access";
import { createApp } from "@/server/domain/apps/apps";
import { createMachineApp } from "@/server/domain/apps/machine";
import { approveConnector, setAppConnector } from "@/server/domain/connectors/connectors";
import { createAppRole } from "@/server/domain/roles/app-roles";
import { grantRole } from "@/server/domain/roles/grants";
import { tagUser } from "@/server/domain/tags/tagged";
import { createTag, setTagPolicy } from "@/server/domain/tags/tags";
import type { TagPolicy } from "@/server/domain/tags/policies.schema";
import { runForGroups } from "./demo-people";
import { ago, DAY, type DemoPerson, type Scene, workday } from "./demo-scene";
import { pick } from "./random";

/** An app with the role of its users (null: everybody) and its own roles, each with its share of the users. */
interface DemoApp {
  name: string;
  redirectUris: string[];
  clientType?: "public";
  allowDeviceFlow?: true;
  usedBy: string | null;
  roles: [name: string, description: string, share: number][];
}

const catalogue: DemoApp[] = [
  {
    name: "Expenses",
    redirectUris: ["https://expenses.acme.example/sign-in/callback"],
    usedBy: null,
    roles: [["Expense approver", "Signs off what others have spent.", 0.06]],
  },
  {
    name: "Wiki",
    redirectUris: ["https://wiki.acme.example/oidc/callback", "https://wiki-test.acme.example/oidc/callback"],
    usedBy: null,
    roles: [
      ["Editor", "Writes and corrects pages.", 0.22],
      ["Librarian", "Sorts spaces and archives pages.", 0.02],
    ],
  },
  {
    name: "Ledger",
    redirectUris: ["https://ledger.acme.example/callback"],
    usedBy: "Finance",
    roles: [
      ["Bookkeeper", "Posts entries.", 0.6],
      ["Controller", "Closes the month.", 0.2],
    ],
  },
  {
    name: "Field service",
    redirectUris: ["com.acme.field:/signed-in"],
    clientType: "public",
    allowDeviceFlow: true,
    usedBy: "Warehouse",
    roles: [["Dispatcher", "Sends people to where they are needed.", 0.15]],
  },
  {
    name: "Partner portal",
    redirectUris: ["https://partners.acme.example/auth/return"],
    usedBy: "Sales",
    roles: [["Partner manager", "Opens and closes accounts of partners.", 0.12]],
  },
  {
    name: "Help desk",
    redirectUris: ["https://help.acme.example/session/oidc"],
    usedBy: "Support agent",
    roles: [],
  },
];

export interface DemoApps {
  /** In the order of the catalogue, each with its users. */
  apps: { appId: number; name: string; users: DemoPerson[] }[];
  /** The people with each tag. */
  tagged: Record<"finance" | "contractor" | "field", DemoPerson[]>;
}

/** Creates apps with their roles, and the tags and rules that open and restrict them. */
export async function addApps(scene: Scene, holders: Map<string, DemoPerson[]>): Promise<DemoApps> {
  const { past, dice, people, owner, managers } = scene;
  const apps: DemoApps["apps"] = [];
  for (const [index, { usedBy, roles, ...app }] of catalogue.entries()) {
    const { appId } = await past.run(workday(dice, 420 - 45 * index), owner, createApp, app);
    const users = usedBy === null ? people : holders.get(usedBy)!;
    apps.push({ appId, name: app.name, users });
    for (const [name, description, share] of roles) {
      const role = { appId, name, description };
      const { roleId } = await past.run(workday(dice, 410 - 45 * index), owner, createAppRole, role);
      const chosen = users.filter(() => dice() < share);
      await runForGroups(scene, managers, grantRole, chosen, (userId) => ({ userId, roleId }));
    }
  }
  await past.run(workday(dice, 96), owner, createMachineApp, { name: "Warehouse sync" });
  const idOf = (name: string) => apps.find((app) => app.name === name)!.appId;

  const tagged = {
    finance: holders.get("Finance")!,
    contractor: holders.get("Contractor")!,
    field: holders.get("Warehouse")!,
  };
  const tags = {
    finance: await addTag(scene, "Finance", { requireMfa: true, allowRememberMe: false }, tagged.finance),
    contractor: await addTag(scene, "Contractor", { requireDeviceApproval: true }, tagged.contractor),
    field: await addTag(scene, "Field staff", { allowMagicLink: true }, tagged.field),
  };
  const ledger = idOf("Ledger");
  await past.run(workday(dice, 320), owner, setAppRestricted, { appId: ledger, restricted: true });
  await past.run(workday(dice, 320), owner, grantAppToTag, { appId: ledger, tagId: tags.finance });
  const guest = { appId: ledger, userId: holders.get("Legal")![0]!.id };
  await past.run(workday(dice, 20), owner, grantAppToUser, guest);
  const codes = { appId: idOf("Partner portal"), name: "EmailOtp" };
  for (const connector of [
    codes,
    { ...codes, name: "MagicLink" },
    { appId: idOf("Wiki"), name: "MagicLink" },
  ])
    await past.run(workday(dice, 180), owner, approveConnector, { ...connector, approved: true });
  await past.run(workday(dice, 170), owner, setAppConnector, { ...codes, enabled: true });

  const travelling = pick(dice, tagged.field);
  for (const [index, rule] of rulesFor(tags, ledger, travelling.id).entries())
    await past.run(workday(dice, 330 - 50 * index), owner, createAccessRule, rule);
  return { apps, tagged };
}

async function addTag(
  scene: Scene,
  name: string,
  policies: Partial<Record<TagPolicy, boolean>>,
  people: DemoPerson[],
): Promise<number> {
  const { past, dice, owner } = scene;
  const { tagId } = await past.run(workday(dice, 340), owner, createTag, { name });
  for (const [policyKey, value] of Object.entries(policies) as [TagPolicy, boolean][])
    await past.run(workday(dice, 335), owner, setTagPolicy, { tagId, policyKey, value });
  await runForGroups(scene, [owner], tagUser, people, (userId) => ({ tagId, userId }));
  return tagId;
}

/**
 * Returns access rules of several types. None can refuse users of the demo: the people with known passwords have no tag
 * of a rule, an address of a private network has no country, and the app with a range rule accepts private addresses.
 */
const rulesFor = (
  tags: { finance: number; contractor: number },
  ledger: number,
  travelling: number,
): z.input<typeof NewAccessRule>[] => [
  { scope: "org", type: "sessions", maxSessions: 10, reason: "Nobody needs more browsers than that." },
  {
    scope: "tag",
    tagId: tags.contractor,
    type: "country",
    effect: "allow",
    countries: ["DE", "AT", "PL", "PT"],
    reason: "Contracts cover work in these countries only.",
  },
  {
    scope: "tag",
    tagId: tags.contractor,
    type: "hours",
    days: [1, 2, 3, 4, 5],
    startTime: "06:00",
    endTime: "22:00",
    timeZoneId: "Europe/Berlin",
    reason: "No work at night or on weekends.",
  },
  {
    scope: "tag",
    tagId: tags.finance,
    type: "sessionlength",
    maxSessionMinutes: 480,
    reason: "A working day.",
  },
  {
    scope: "tag",
    tagId: tags.finance,
    type: "anonymizer",
    reason: "Books are not opened through a VPN that is not ours.",
  },
  {
    scope: "app",
    appId: ledger,
    type: "ip",
    effect: "allow",
    cidrs: [
      "192.0.2.0/24",
      "10.0.0.0/8",
      "172.16.0.0/12",
      "192.168.0.0/16",
      "127.0.0.0/8",
      "::1",
      "fc00::/7",
    ],
    reason: "The office and the company's own network.",
  },
  {
    scope: "user",
    userId: travelling,
    type: "devices",
    maxDevices: 3,
    reason: "Has lost two telephones this year.",
    expiresAt: ago(-60 * DAY).toISOString(),
  },
];
