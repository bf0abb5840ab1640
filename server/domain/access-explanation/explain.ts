import { and, asc, eq, gt, isNull, or } from "drizzle-orm";
import { inNameOrder } from "@/db/kit";
import { accessRules } from "@/db/tenant/access-rules";
import { appExclusions, appGuests, appTags } from "@/db/tenant/app-access";
import { tags, userTags } from "@/db/tenant/tags";
import { administrators } from "@/db/tenant/users";
import { query } from "@/server/kernel/operation/operation";
import type { ReadTx } from "@/server/kernel/operation/store";
import { type CodedText, defineTexts } from "@/server/kernel/texts/define";
import { geoRestriction } from "../access-rules/access-rules";
import { fromStored } from "../access-rules/rules";
import { readSetting } from "../settings/tenant-settings";
import { lockState } from "../users/lock-state";
import { getPerson, type UserRecord, explanationTexts, nameTexts } from "../users/people";
import { mayOpenApp } from "../app-access/may-open";
import { getTheApp, type AppRecord } from "../apps/apps";
import { AccessExplanation, ExplainInput, type Fact } from "./explain.schema";
import { explainRules } from "./explain-rules";
import { tagFacts } from "./explain-tags";
import { wayFacts } from "./explain-ways";

const texts = defineTexts("explanation", {
  active: "The account is active.",
  locked: "The account is locked until somebody unlocks it.",
  locked_until: "The account is locked until {until} UTC.",
  no_redirect_uri: "The app has no redirect URI: nobody can sign in to it.",
  administrators_admitted: "The app lets administrators of the organization sign in.",
  administrators_refused: "The app does not let administrators of the organization sign in.",
  users_admitted: "The app lets ordinary users sign in.",
  users_refused: "The app does not let ordinary users sign in.",
  app_open: "The app is open to everyone in the organization.",
  app_restricted: "The app is restricted.",
  excluded: "They are excluded from the app, which wins over list and tags.",
  listed: "They are on the app’s list of people.",
  has_tag: "They have the tag {tags}, which the app admits.",
  has_tags: "They have the tags {tags}, which the app admits.",
  not_listed: "They are not on the app’s list of people, and have no tag that the app admits.",
});

/** Returns the explanation's statements about the user's status and lock. */
function personFacts(person: UserRecord, now: Date): Fact[] {
  const lock = lockState(person, now);
  return [
    person.status === "active"
      ? { effect: "allows", about: "user", text: texts.active() }
      : { effect: "refuses", about: "user", text: explanationTexts.suspended() },
    ...(lock.locked
      ? [
          {
            effect: "refuses" as const,
            about: "user" as const,
            text:
              lock.lockedUntil === null
                ? texts.locked()
                : texts.locked_until({ until: lock.lockedUntil.slice(0, 16).replace("T", " ") }),
          },
        ]
      : []),
  ];
}

const noRedirect: Fact = {
  effect: "refuses",
  about: "app",
  text: texts.no_redirect_uri(),
};

/** Returns the explanation's statement about the kind of user that the app admits: administrator or ordinary user. */
function kindFact(app: AppRecord, isAdministrator: boolean): Fact {
  const admitted =
    (app.allowEndUserSignIn && app.allowTenantAdminSignIn) ||
    (isAdministrator ? app.allowTenantAdminSignIn : app.allowEndUserSignIn);
  return {
    effect: admitted ? "allows" : "refuses",
    about: "app",
    text: kindText(admitted, isAdministrator),
  };
}

function kindText(admitted: boolean, isAdministrator: boolean): CodedText {
  if (isAdministrator) return admitted ? texts.administrators_admitted() : texts.administrators_refused();
  return admitted ? texts.users_admitted() : texts.users_refused();
}

/** Returns the explanation's statements about the app's lists: guests, exclusions and tags. */
async function listFacts(
  tx: Pick<ReadTx, "appGuests" | "appExclusions" | "select">,
  app: AppRecord,
  userId: number,
): Promise<Fact[]> {
  if (!app.restricted) return [{ effect: "allows", about: "app", text: texts.app_open() }];
  const [guest, excluded, opening] = await Promise.all([
    tx.appGuests.find(and(eq(appGuests.appId, app.id), eq(appGuests.userId, userId))!),
    tx.appExclusions.find(and(eq(appExclusions.appId, app.id), eq(appExclusions.userId, userId))!),
    tx.select({
      fields: { name: tags.name },
      from: appTags,
      join: [
        { table: tags, on: eq(tags.id, appTags.tagId) },
        { table: userTags, on: eq(userTags.tagId, appTags.tagId) },
      ],
      where: and(eq(appTags.appId, app.id), eq(userTags.userId, userId)),
      orderBy: [asc(inNameOrder(tags.nameKey))],
    }),
  ]);
  // Entries for guests and tags have no effect if the app excludes the user.
  const lets = excluded ? "notes" : "allows";
  const names = opening.map(({ name }) => `“${name}”`);
  const facts: Fact[] = [{ effect: "notes", about: "app", text: texts.app_restricted() }];
  if (excluded)
    facts.push({
      effect: "refuses",
      about: "app",
      text: texts.excluded(),
    });
  if (guest) facts.push({ effect: lets, about: "app", text: texts.listed() });
  if (opening.length > 0)
    facts.push({
      effect: lets,
      about: "tags",
      text: opening.length === 1 ? texts.has_tag({ tags: names }) : texts.has_tags({ tags: names }),
    });
  if (!guest && opening.length === 0)
    facts.push({
      effect: "refuses",
      about: "app",
      text: texts.not_listed(),
    });
  return facts;
}

/** Returns the explanation's statements about the country restriction and the access rules. */
async function ruleFacts(tx: ReadTx, now: Date, { userId, appId, ...known }: ExplainInput) {
  const [rows, worn, restriction] = await Promise.all([
    tx.accessRules.list({
      where: or(isNull(accessRules.expiresAt), gt(accessRules.expiresAt, now)),
      orderBy: [asc(accessRules.id)],
    }),
    tx.userTags.list({ where: eq(userTags.userId, userId) }),
    readSetting(tx, geoRestriction),
  ]);
  const subject = { at: now, userId, appId, tagIds: worn.map(({ tagId }) => tagId) };
  return explainRules(rows.map(fromStored), restriction, subject, known);
}

const verdictOf = (refused: boolean, depends: boolean): AccessExplanation["verdict"] =>
  refused ? "refused" : depends ? "depends" : "allowed";

export const explainAccess = query({
  name: "explainAccess",
  console: "apps.access.explain",
  capability: "RegisterApps",
  summary: "Explain if a user could open an app now",
  description:
    "Lists every fact that decides, by the same conditions as the sign-in. Country, address and method of the " +
    "sign-in can be supposed; without them, facts that depend on them stay open.",
  input: ExplainInput,
  output: AccessExplanation,
  prepare: async ({ ports }) => ({
    allowed: (await ports.settings()).allowedSignInOptions,
    channels: ports.channels,
  }),
  run: async ({ tx, now, words }, input, { allowed, channels }) => {
    const { userId, appId, method } = input;
    const [person, app] = await Promise.all([getPerson(tx, userId), getTheApp(tx, appId)]);
    const [administrator, admitted, ofWays, ofLists, ofRules, ofTags] = await Promise.all([
      tx.administrators.find(eq(administrators.userId, userId)),
      mayOpenApp(tx, { appId, userId }),
      wayFacts(tx, { person, appId, ...(method && { method }) }, { allowed, channels, now }),
      listFacts(tx, app, userId),
      ruleFacts(tx, now, input),
      tagFacts(tx, userId, input),
    ]);
    const facts: Fact[] = [
      ...personFacts(person, now),
      ...ofWays,
      ...(app.redirectUri === null ? [noRedirect] : []),
      kindFact(app, administrator !== undefined),
      ...ofLists,
      ...ofRules,
      ...ofTags,
    ];
    const refused = !admitted || facts.some(({ effect }) => effect === "refuses");
    const depends = facts.some(({ effect }) => effect === "depends");
    return {
      verdict: verdictOf(refused, depends),
      userId,
      appId,
      personName: person.name ?? person.email ?? words(nameTexts.user({ id: userId })),
      appName: app.name,
      facts: facts.map((fact) => ({ ...fact, text: words(fact.text) })),
    };
  },
});
