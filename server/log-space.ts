import type { Logger } from "pino";
import type { FreeSpace } from "./store/disk-space";

const spaceMessages = {
  full: "the disk is full: changes are refused, reading works",
  low: "the disk has little free space left",
  enough: "the disk has enough free space",
};

/** Logs a change of the free space of the embedded database, or a restart that the lack of space required. */
export function logSpace(log: Logger, { bytes, state }: FreeSpace, event: "changed" | "restarted") {
  const free = { freeMegabytes: Math.floor(bytes / 1_048_576) };
  if (event === "restarted") log.error(free, "the database was restarted, because the disk was full");
  else log[state === "full" ? "error" : state === "low" ? "warn" : "info"](free, spaceMessages[state]);
}
