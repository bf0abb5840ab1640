import { and, asc, eq, gt, inArray, isNull, or } from "drizzle-orm";
import * as z from "zod";
import { accessRules } from "@/db/tenant/access-rules";
import { tags, userTags } from "@/db/tenant/tags";
import { Id, timestampOrNull } from "@/server/kernel/fields";
import { query } from "@/server/kernel/operation/operation";
import { getPerson } from "../users/people";
import { RulesOfPerson } from "./access-rules.schema";
import { geoRestriction } from "./access-rules";
import { demand, fromStored } from "./rules";
import { readSetting } from "../settings/tenant-settings";

export const listRulesOfPerson = query({
  name: "listRulesOfPerson",
  console: "accessRules.ofPerson",
  capability: "ManageAccessRules",
  summary: "List the access rules that apply to a user",
  description:
    "Lists the rules in force as sentences: those of the organization, of the user's tags and of the user. The rules of an app apply additionally when the user signs in to it.",
  input: z.strictObject({ userId: Id }),
  output: RulesOfPerson,
  run: async ({ tx, now, words }, { userId }) => {
    await getPerson(tx, userId);
    const [worn, restriction] = await Promise.all([
      tx.select({
        fields: { tagId: tags.id, name: tags.name },
        from: userTags,
        join: [{ table: tags, on: eq(tags.id, userTags.tagId) }],
        where: eq(userTags.userId, userId),
      }),
      readSetting(tx, geoRestriction),
    ]);
    const names = new Map(worn.map(({ tagId, name }) => [tagId, name]));
    const rows = await tx.accessRules.list({
      where: and(
        or(isNull(accessRules.expiresAt), gt(accessRules.expiresAt, now)),
        or(
          eq(accessRules.scope, "org"),
          eq(accessRules.userId, userId),
          names.size === 0 ? undefined : inArray(accessRules.tagId, [...names.keys()]),
        ),
      ),
      orderBy: [asc(accessRules.id)],
    });
    return {
      restriction,
      rules: rows.map((row) => ({
        ruleId: row.id,
        scope: row.scope,
        tagName: row.tagId === null ? null : (names.get(row.tagId) ?? null),
        words: words(demand(fromStored(row))),
        reason: row.reason,
        expiresAt: timestampOrNull(row.expiresAt),
      })),
    };
  },
});
