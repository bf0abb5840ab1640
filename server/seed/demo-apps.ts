import { grantAppToTag, grantAppToUser, setAppRestricted } from "@/server/domain/apps/app-access";
import { createApp } from "@/server/domain/apps/apps";
import { createMachineApp } from "@/server/domain/apps/machine";
import { approveConnector, setAppConnector } from "@/server/domain/connectors/connectors";
import { createAppRole } from "@/server/domain/roles/app-roles";
import { createTag, setTagPolicy } from "@/server/domain/tags/tags";
import type { TagPolicy } from "@/server/domain/tags/policies.schema";
import type { DemoGrant, DemoPerson } from "./demo";
import { asOwner, type Scene, workday } from "./demo-scene";
import { workingTime } from "./history";
import { pick } from "./random";

/** An app of the demo's organization, with the share of people who use it. */
interface DemoApp {
  name: string;
  redirectUris: string[];
  clientType?: "public";
  allowDeviceFlow?: true;
  /** The role of its users; null: everybody. */
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
  /** In the order of the catalogue, each with its name and users. */
  apps: { appId: number; name: string; users: DemoPerson[] }[];
  tags: { finance: number; contractor: number; field: number };
  /** The people with each tag. */
  tagged: { finance: DemoPerson[]; contractor: DemoPerson[]; field: DemoPerson[] };
  /** Grants of the apps' own roles. */
  grants: (DemoGrant & { roleId: number })[];
}

/** Creates apps with their roles, and the tags that open and restrict them, and assigns both. */
export async function addApps(scene: Scene, held: readonly DemoGrant[]): Promise<DemoApps> {
  const { dice, tenant, people, administrators, past } = scene;
  const owner = asOwner(tenant.tenantId, administrators[0]!);
  const holders = (role: string) =>
    people.filter((each) => held.some((g) => g.person === each && g.role === role));

  const made: DemoApps["apps"] = [];
  const grants: DemoApps["grants"] = [];
  for (const [index, { usedBy, roles, ...app }] of catalogue.entries()) {
    const { appId } = await past(workday(dice, 420 - 45 * index), owner, createApp, app);
    const users = usedBy === null ? people : holders(usedBy);
    made.push({ appId, name: app.name, users });
    for (const [name, description, share] of roles) {
      const { roleId } = await past(workday(dice, 415 - 45 * index), owner, createAppRole, {
        appId,
        name,
        description,
      });
      for (const person of users)
        if (dice() < share)
          grants.push({
            person,
            role: name,
            roleId,
            at: workingTime(dice, person.createdAt),
          });
    }
  }
  await past(workday(dice, 96), owner, createMachineApp, { name: "Warehouse sync" });

  const tagged = {
    finance: holders("Finance"),
    contractor: holders("Contractor"),
    field: holders("Warehouse"),
  };
  const tags = await addTags(scene, tagged);
  const named = (name: string) => made.find((app) => app.name === name)!.appId;
  await past(workday(dice, 320), owner, setAppRestricted, { appId: named("Ledger"), restricted: true });
  await past(workday(dice, 320), owner, grantAppToTag, { appId: named("Ledger"), tagId: tags.finance });
  const guest = pick(dice, holders("Legal"));
  await past(workday(dice, 20), owner, grantAppToUser, { appId: named("Ledger"), userId: guest.id });
  for (const [app, name] of [
    ["Partner portal", "EmailOtp"],
    ["Partner portal", "MagicLink"],
    ["Wiki", "MagicLink"],
  ] as const)
    await past(workday(dice, 180), owner, approveConnector, { appId: named(app), name, approved: true });
  const codes = { appId: named("Partner portal"), name: "EmailOtp", enabled: true };
  await past(workday(dice, 179), owner, setAppConnector, codes);
  return { apps: made, tags, tagged, grants };
}

/** Creates the organization's tags with one or two policies, and gives them to the holders of the related roles. */
async function addTags({ deps, dice, tenant, administrators, past }: Scene, tagged: DemoApps["tagged"]) {
  const owner = asOwner(tenant.tenantId, administrators[0]!);
  const add = async (name: string, policies: [TagPolicy, boolean][], people: DemoPerson[]) => {
    const { tagId } = await past(workday(dice, 340), owner, createTag, { name });
    for (const [policyKey, value] of policies)
      await past(workday(dice, 339), owner, setTagPolicy, {
        tagId,
        policyKey,
        value,
      });
    const rows = people.map(({ id, createdAt }) => ({
      userId: id,
      tagId,
      taggedAt: workingTime(dice, createdAt),
    }));
    await deps.stores.tenant(tenant.tenantId).write((tx) => tx.userTags.insertAll(rows));
    return tagId;
  };
  return {
    finance: await add(
      "Finance",
      [
        ["requireMfa", true],
        ["allowRememberMe", false],
      ],
      tagged.finance,
    ),
    contractor: await add("Contractor", [["requireDeviceApproval", true]], tagged.contractor),
    field: await add("Field staff", [["allowMagicLink", true]], tagged.field),
  };
}
