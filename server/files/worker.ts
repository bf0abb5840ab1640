import { readFeed } from "../domain/role-sync/connectors";
import type { FeedSettings } from "../domain/role-sync/role-sync.schema";
import { readCsv, type CsvFile } from "../domain/user-imports/csv";
import { AppError, refusalToData, type RefusalData } from "../kernel/errors";
import { answerJobs } from "../processes/jobs";

export type FileJob =
  | { kind: "feed"; text: string; settings: FeedSettings }
  | { kind: "people"; text: string };

export type FileAnswer =
  /** People and roles are two lists, because the transfer of many small objects from a process is slow. */
  | { kind: "feed"; people: string[]; roles: string[] }
  | { kind: "people"; file: CsvFile }
  | { kind: "refused"; refusal: RefusalData }
  /** Answer to a text that is not a feed. The history of the source shows `message`. */
  | { kind: "unreadable"; message: string };

function answerTo(job: FileJob): FileAnswer {
  try {
    if (job.kind === "people") return { kind: job.kind, file: readCsv(job.text) };
    const holdings = readFeed(job.text, job.settings);
    return {
      kind: job.kind,
      people: holdings.map(({ person }) => person),
      roles: holdings.map(({ role }) => role),
    };
  } catch (error) {
    return error instanceof AppError
      ? { kind: "refused", refusal: refusalToData(error) }
      : { kind: "unreadable", message: (error as Error).message };
  }
}

answerJobs(answerTo);
