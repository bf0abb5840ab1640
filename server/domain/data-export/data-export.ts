import { eq } from "drizzle-orm";
import * as z from "zod";
import { users } from "@/db/tenant/users";
import { query } from "@/server/kernel/operation/operation";
import { exportPieces } from "./pieces";

/** Number of users from which an export counts as large. */
const LARGE = 10_000;

export const previewDataExport = query({
  name: "previewDataExport",
  rest: "GET /data-export/preview",
  console: { at: "dataExport.preview", shows: ["GET /data-export"] },
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
  rest: {
    at: "GET /data-export",
    download: { contentType: "application/json", fileName: "castellan-export.json" },
  },
  // A transaction with the cost "job" waits up to 20 seconds for a database connection. Other transactions wait less. The
  // export reads each page in its own transaction. A page without a connection would break a response that has already begun.
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
  // Creates the generator here. The generator reads the pages while the response is sent. No transaction waits for a slow
  // client.
  prepare: ({ read, now }) => Promise.resolve(exportPieces(read, now)),
  run: (_context, _input, pieces) => Promise.resolve(pieces),
});
