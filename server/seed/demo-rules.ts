import type * as z from "zod";
import { createAccessRule } from "@/server/domain/access-rules/access-rules";
import type { NewAccessRule } from "@/server/domain/access-rules/access-rules.schema";
import type { DemoApps } from "./demo-apps";
import { ago, asOwner, DAY, type Scene, workday } from "./demo-scene";
import { pick } from "./random";

/** Countries from which contractors may sign in. */
const contractorCountries = ["DE", "AT", "PL", "PT"];

/**
 * Adds access rules of several types. None can refuse users of the demo: the people with known passwords have
 * no tag of a rule, an address of a private network has no country, and the app with a range rule accepts
 * private addresses.
 */
export async function addRules(
  { dice, tenant, administrators, past }: Scene,
  { apps, tags, tagged }: DemoApps,
) {
  const owner = asOwner(tenant.tenantId, administrators[0]!);
  const ledger = apps.find(({ name }) => name === "Ledger")!.appId;
  const travelling = pick(dice, tagged.field);
  const rules: z.input<typeof NewAccessRule>[] = [
    { scope: "org", type: "sessions", maxSessions: 10, reason: "Nobody needs more browsers than that." },
    {
      scope: "tag",
      tagId: tags.contractor,
      type: "country",
      effect: "allow",
      countries: contractorCountries,
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
      userId: travelling.id,
      type: "devices",
      maxDevices: 3,
      reason: "Has lost two telephones this year.",
      expiresAt: ago(-60 * DAY).toISOString(),
    },
  ];
  for (const [index, rule] of rules.entries())
    await past(workday(dice, 330 - 50 * index), owner, createAccessRule, rule);
}
