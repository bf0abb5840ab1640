import * as z from "zod";
import { query } from "@/server/kernel/operation";

export const getMigrationStatus = query({
  name: "getMigrationStatus",
  capability: "ManageMigration",
  summary: "Get the storage migration's status",
  description:
    "Where the organization's data lives, and what a move to another storage has come to. A move is started in the console.",
  input: z.strictObject({}),
  output: z.object({
    storageProvider: z.string(),
    migrationStatus: z.string(),
    migrationTargetProvider: z.string().nullable(),
  }),
  prepare: ({ actor, ports }) => ports.tenantRecord(actor.tenantId),
  run: (_context, _input, record) => Promise.resolve(record),
});
