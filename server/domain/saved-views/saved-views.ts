import { and, asc, eq } from "drizzle-orm";
import * as z from "zod";
import { inNameOrder } from "@/db/kit";
import { savedViews } from "@/db/tenant/saved-views";
import { Id } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation/operation";
import type { Row } from "@/server/kernel/operation/store";
import { self } from "../users/self";
import { lockPerson } from "../users/people";
import { MAX_VIEWS, type ViewableList } from "./lists.schema";
import { NewView, SavedView, ViewsOf } from "./saved-views.schema";
import { defineRefusals } from "@/server/kernel/texts/define";

const savedViewRefusals = defineRefusals("saved_view", {
  not_found: { status: 404, text: "There is no such saved view." },
  too_many: {
    status: 400,
    text: "You have {max} views of this list, which is the most; remove one first.",
    field: "name",
  },
});

/*
 * Saved views of the console's lists. Only the user who created a view may see the view. The audit log contains the name of the
 * view, but not its filters.
 */

const toView = ({ id, name, query }: Row<typeof savedViews>): SavedView => ({ viewId: id, name, query });
const target = ({ viewId }: { viewId: number }) => ({ ref: `saved_view:${viewId}` });
const ofPerson = (userId: number, list: ViewableList) =>
  and(eq(savedViews.userId, userId), eq(savedViews.list, list))!;

export const listOwnViews = query({
  name: "listOwnViews",
  console: "savedViews.list",
  capability: null,
  summary: "List one's own saved views of a list",
  input: ViewsOf,
  output: z.array(SavedView),
  run: async ({ tx, actor }, { list }) => {
    const { userId } = self(actor);
    const rows = await tx.savedViews.list({
      where: ofPerson(userId, list),
      orderBy: [asc(inNameOrder(savedViews.name))],
      limit: MAX_VIEWS,
    });
    return rows.map(toView);
  },
});

export const saveOwnView = command({
  name: "saveOwnView",
  console: { at: "savedViews.save", channel: "account" },
  capability: null,
  summary: "Save the filters of a list under a name",
  description: `Replaces a view of the same name. Each user can have at most ${MAX_VIEWS} views of one list.`,
  input: NewView,
  output: SavedView,
  event: "saved_view_set",
  target: ({ name }, view) => ({ ...target(view), label: name }),
  run: async ({ tx, actor, unchanged }, { list, name, query }) => {
    const { userId } = self(actor);
    // Without the lock, two simultaneous requests could exceed the limit or create two views with the same name.
    await lockPerson(tx, userId);
    const before = await tx.savedViews.find(and(ofPerson(userId, list), eq(savedViews.name, name))!);
    if (before) {
      if (before.query !== query) return toView((await tx.savedViews.update(before.id, { query }))!);
      unchanged();
      return toView(before);
    }
    if ((await tx.savedViews.count(ofPerson(userId, list), MAX_VIEWS)) >= MAX_VIEWS)
      throw savedViewRefusals.too_many({ max: MAX_VIEWS });
    return toView(await tx.savedViews.insert({ userId, list, name, query }));
  },
});

export const removeOwnView = command({
  name: "removeOwnView",
  console: { at: "savedViews.remove", channel: "account" },
  capability: null,
  summary: "Remove one's own saved view",
  input: z.strictObject({ viewId: Id }),
  output: z.object({ viewId: Id, deleted: z.boolean() }),
  event: "saved_view_removed",
  target,
  run: async ({ tx, actor, labelled }, { viewId }) => {
    const { userId } = self(actor);
    const view = await tx.savedViews.lock(viewId);
    if (view?.userId !== userId) throw savedViewRefusals.not_found();
    labelled(view.name);
    return { viewId, deleted: await tx.savedViews.remove(viewId) };
  },
});
