import type { Logger } from "pino";
import type { Holding } from "../domain/role-sync/connectors";
import type { FeedSettings } from "../domain/role-sync/role-sync.schema";
import type { CsvFile } from "../domain/user-imports/csv";
import { refusalFromData } from "../kernel/errors";
import { createProcessPool, ProcessError, type ProcessLimits } from "../processes/pool";
import type { FileAnswer, FileJob } from "./worker";
import { defineRefusals } from "../kernel/texts/define";

const fileRefusals = defineRefusals("file", {
  busy: { status: 503, text: "Too many files are waiting; come back soon." },
  timed_out: { status: 400, text: "The file takes too long to read.", field: "text" },
  out_of_memory: { status: 400, text: "The file takes too much memory to read.", field: "text" },
});

/** A file of users has at most 8 MB, a feed at most 20 MB. Parsed JSON takes several times as much memory as its text. */
const limits: ProcessLimits = { workers: 2, ofOne: 1, queue: 50, timeoutMs: 10_000, memoryMb: 384 };

function refusalOf(error: unknown): unknown {
  if (!(error instanceof ProcessError)) return error;
  if (error.fault === "late") return fileRefusals.timed_out();
  if (error.fault === "broken") return fileRefusals.out_of_memory();
  return fileRefusals.busy({ retryAfter: 5 });
}

/**
 * Creates the processes that read untrusted files with many rows, because reading can take seconds.
 * Organizations take turns.
 */
export function createFileReader(log: Logger, within: Partial<ProcessLimits> = {}) {
  const processes = createProcessPool<FileJob, FileAnswer>({
    ...limits,
    ...within,
    log,
    script: { name: "file-worker", entry: "server/files/worker.ts" },
    keeps: () => true,
  });

  async function answer(
    job: FileJob,
    tenantId: number,
  ): Promise<Exclude<FileAnswer, { kind: "refused" | "unreadable" }>> {
    const answered = await processes.run(job, String(tenantId)).catch((error: unknown) => {
      throw refusalOf(error);
    });
    if (answered.kind === "refused") throw refusalFromData(answered.refusal);
    if (answered.kind === "unreadable") throw new Error(answered.message);
    return answered;
  }

  return {
    /** Returns the holders of roles in the text of a feed. Throws an error with the problem of the text. */
    feed: async (text: string, settings: FeedSettings, tenantId: number): Promise<Holding[]> => {
      const read = await answer({ kind: "feed", text, settings }, tenantId);
      return read.kind === "feed" ? read.people.map((person, at) => ({ person, role: read.roles[at]! })) : [];
    },
    /** Returns the content of a file of users. Throws 400 with the problem of the file. */
    people: async (text: string, tenantId: number): Promise<CsvFile> => {
      const read = await answer({ kind: "people", text }, tenantId);
      return read.kind === "people" ? read.file : { header: [], rows: [] };
    },
    close: processes.close,
  };
}

export type FileReader = ReturnType<typeof createFileReader>;
