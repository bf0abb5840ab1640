import type { Logger } from "pino";
import type { Holding } from "../domain/role-sync/connectors";
import type { FeedSettings } from "../domain/role-sync/role-sync.schema";
import type { CsvFile } from "../domain/user-imports/csv";
import { AppError, invalid } from "../kernel/errors";
import { createThreadPool, ThreadError, type ThreadLimits } from "../threads/pool";
import type { FileAnswer, FileJob } from "./worker";

/** A file of users has at most 8 MB, a feed at most 20 MB. Parsed JSON takes several times as much memory as its text. */
const limits: ThreadLimits = { workers: 2, ofOne: 1, queue: 50, timeoutMs: 10_000, memoryMb: 384 };

function refusalOf(error: unknown): unknown {
  if (!(error instanceof ThreadError)) return error;
  if (error.fault === "late") return invalid("The file takes too long to read.", "text");
  if (error.fault === "broken") return invalid("The file takes too much memory to read.", "text");
  return new AppError(503, "unavailable", "Too many files are waiting; come back soon.", { retryAfter: 5 });
}

/**
 * Creates the threads that read untrusted files with many rows. They are separate, because reading takes seconds. Organizations
 * take turns.
 */
export function createFileReader(log: Logger, within: Partial<ThreadLimits> = {}) {
  const threads = createThreadPool<FileJob, FileAnswer>({
    ...limits,
    ...within,
    log,
    script: { name: "file-worker", entry: "server/files/worker.ts" },
    keeps: () => true,
  });

  async function answer(job: FileJob, tenantId: number): Promise<Exclude<FileAnswer, { kind: "refused" }>> {
    const answered = await threads.run(job, String(tenantId)).catch((error: unknown) => {
      throw refusalOf(error);
    });
    if (answered.kind === "refused") throw invalid(answered.message, answered.field);
    return answered;
  }

  return {
    /** Returns the holders of roles in the text of a feed. Throws the error in the text. */
    feed: async (text: string, settings: FeedSettings, tenantId: number): Promise<Holding[]> => {
      const read = await answer({ kind: "feed", text, settings }, tenantId);
      return read.kind === "feed" ? read.people.map((person, at) => ({ person, role: read.roles[at]! })) : [];
    },
    /** Returns the content of a file of users. Throws 400 with the error in the file. */
    people: async (text: string, tenantId: number): Promise<CsvFile> => {
      const read = await answer({ kind: "people", text }, tenantId);
      return read.kind === "people" ? read.file : { header: [], rows: [] };
    },
    close: threads.close,
  };
}

export type FileReader = ReturnType<typeof createFileReader>;
