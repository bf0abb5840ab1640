import type { Logger } from "pino";
import { version } from "../../package.json";
import { createMarks } from "../archive/format";
import { archiveDue } from "../archive/schedule";
import type { Config } from "../edge/config";
import type { Ports } from "../kernel/operation/ports";
import type { Database } from "../store/database";
import { type Loop, startLoop } from "./worker-loop";

/** Interval in milliseconds between two searches for organizations whose archive is due. */
const ARCHIVES_MS = 600_000;

/** Starts the scheduled archives. Returns null without a folder for them. */
export function startArchives(
  { config, database, ports, log }: { config: Config; database: Database; ports: Ports; log: Logger },
  masterKey: Buffer,
): Loop | null {
  const { ARCHIVE_DIR: folder, ARCHIVE_RECIPIENTS: recipients } = config;
  if (folder === undefined) return null;
  const options = {
    database,
    vault: ports.vault,
    marks: createMarks(masterKey),
    version,
    log,
    clock: ports.clock,
    folder,
    recipients,
    everyHours: config.ARCHIVE_EVERY_HOURS,
    keep: config.ARCHIVE_KEEP,
  };
  return startLoop({
    work: (signal) => archiveDue(options, signal),
    idleMs: ARCHIVES_MS,
    log,
    failure: "the organizations could not be archived",
  });
}
