import * as z from "zod";
import { query } from "@/server/kernel/operation/operation";

export const getMigrationStatus = query({
  name: "getMigrationStatus",
  rest: "GET /migration-status",
  console: "storage.status",
  capability: "ManageMigration",
  summary: "Get the storage migration's status",
  description:
    "Returns the location of the organization's data, and the progress of a move to another storage. Moves are started in the console.",
  input: z.strictObject({}),
  output: z.object({
    storageProvider: z.string(),
    migrationStatus: z.string(),
    migrationTargetProvider: z.string().nullable(),
  }),
  prepare: ({ actor, ports }) => ports.tenantRecord(actor.tenantId),
  run: (_context, _input, record) => Promise.resolve(record),
});
