import { eq } from "drizzle-orm";
import * as z from "zod";
import { users } from "@/db/tenant/users";
import { query } from "@/server/kernel/operation/operation";
import { exportPieces } from "./pieces";

/** Minimum number of users of a large export. */
const LARGE = 10_000;

export const previewDataExport = query({
  name: "previewDataExport",
  cost: "heavy",
  capability: "ManageDataExport",
  summary: "Preview the data export",
  description: `isLarge: more than ${LARGE} people, so that the download is slow.`,
  input: z.strictObject({}),
  output: z.object({
    userCount: z.int(),
    appCount: z.int(),
    customFieldValueCount: z.int(),
    isLarge: z.boolean(),
  }),
  run: async ({ tx }) => {
    const [userCount, appCount, customFieldValueCount] = await Promise.all([
      tx.users.count(eq(users.kind, "person")),
      tx.apps.count(),
      tx.customFieldValues.count(),
    ]);
    return { userCount, appCount, customFieldValueCount, isLarge: userCount > LARGE };
  },
});

export const exportData = query({
  name: "exportData",
  // Operations of this cost wait for a connection. Without waiting, a page without a connection would break a response
  // that has begun.
  cost: "job",
  capability: "ManageDataExport",
  summary: "Export the organization's data",
  description:
    "All data of the organization as one JSON object, without password hashes and secrets: `users` are the " +
    "people that the preview counts, `serviceAccounts` the others. It is streamed page by page and may " +
    "contain changes that are made meanwhile. Each download is recorded in the audit log.",
  input: z.strictObject({}),
  output: z.custom<AsyncIterable<string>>(),
  recorded: { event: "data_exported", target: () => ({ ref: "setting:data-export" }) },
  // Creates the pieces here, and they are read while the response is sent. No transaction waits for a slow client.
  prepare: ({ read, now }) => Promise.resolve(exportPieces(read, now)),
  run: (_context, _input, pieces) => Promise.resolve(pieces),
});
